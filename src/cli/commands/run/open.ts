import os from "node:os"
import { openSkilletRuns, type SkilletRuns } from "../../../skillet/open-skillet-runs.ts"
import type { Problem } from "../../../problem/problem.ts"
import { renderProblems } from "../../terminal/problems.ts"
import { withResources } from "../../with-resources.ts"
import type { Io } from "../../output.ts"

/** Opens the runs of this machine for `act`, without the skills, and always closes them. */
export async function withRunVerbs(
  io: Io,
  options: { readonly cwd?: string | undefined },
  act: (runs: SkilletRuns) => Promise<0 | 1>,
): Promise<0 | 1> {
  return withResources(io, printRepairs(io, options), (resources) => act(openSkilletRuns(resources)))
}

/** Prints what was wrong with the stored runs and was repaired. */
export function printRepairs(io: Io, { cwd }: { readonly cwd?: string | undefined }) {
  const onProblem = (problem: Problem) => io.err(renderProblems([problem], io, io.cwd).join("\n"))
  return { cwd, onProblem }
}

/** The name of the person or agent that reports, by default the user. */
export function findReporter(io: Io, given: string | undefined): string {
  return given ?? io.env["SKILLET_BY"] ?? os.userInfo().username
}
