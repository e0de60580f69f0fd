import { problem as catalog } from "../catalog/problems.ts"
import { problem as claims } from "../review/claims/problems.ts"
import { problem as composite } from "../orchestrate/problems.ts"
import { problem as settings } from "../settings/problems.ts"
import type { CodeOf } from "../problem/problem.ts"
import { patternProblemCodes, problem as review } from "../review/problems.ts"
import { problem as run } from "../run/problems.ts"
import { problem as skill } from "../skill/problems.ts"
import { problem as trust } from "../trust/problems.ts"
import { problem as wake } from "../tasks/problems.ts"
import { problem as workflow } from "../workflow/problems.ts"

const rooms = [catalog, claims, composite, settings, review, run, skill, trust, wake, workflow] as const

/** Every code a problem can have. */
export type ProblemCode = CodeOf<(typeof rooms)[number]> | (typeof patternProblemCodes)[number]

export const problemCodes: readonly ProblemCode[] = [...patternProblemCodes, ...rooms.flatMap(({ codes }) => codes)]
