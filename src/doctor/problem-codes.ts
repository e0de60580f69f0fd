import { catalogProblem as catalog } from "../catalog/problems.ts"
import { claimProblem as claims } from "../review/claims/problems.ts"
import { compositeProblem as composite } from "../orchestrate/problems.ts"
import { sourceProblem as settings } from "../settings/problems.ts"
import type { DefinedCode } from "../problem/problem.ts"
import { patternProblemCodes, reviewProblem as review } from "../review/problems.ts"
import { runProblem as run } from "../run/problems.ts"
import { skillProblem as skill } from "../skill/problems.ts"
import { trustProblem as trust } from "../trust/problems.ts"
import { sessionProblem as session } from "../sessions/problems.ts"
import { wakeProblem as wake } from "../tasks/problems.ts"
import { workflowFileProblem as workflow } from "../workflow/problems.ts"

const rooms = [catalog, claims, composite, settings, review, run, session, skill, trust, wake, workflow] as const

/** Every code a problem can have. */
export type ProblemCode = DefinedCode<(typeof rooms)[number]> | (typeof patternProblemCodes)[number]

export const problemCodes: readonly ProblemCode[] = [...patternProblemCodes, ...rooms.flatMap(({ codes }) => codes)]
