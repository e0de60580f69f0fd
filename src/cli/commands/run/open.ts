import os from "node:os"
import { openRuns, type Runs } from "../../../run/io/open-runs.ts"
import { makeRunParts } from "../../../skillet/make-run-parts.ts"
import { resolveCwd } from "../../resolve-cwd.ts"
import type { Io } from "../../io.ts"
import type { Problem } from "../../../problem/problem.ts"
import { renderProblems } from "../../terminal/problems.ts"

/** Opens the runs of this machine for `act`, and always closes them. */
export async function withRuns(
  io: Io,
  options: { readonly cwd?: string | undefined },
  act: (runs: Runs) => Promise<0 | 1>,
): Promise<0 | 1> {
  const onProblem = (problem: Problem) => io.err(renderProblems([problem], io, io.cwd).join("\n"))
  const runs = await openRuns(
    { env: io.env, cwd: resolveCwd(io, options) },
    { program: io.program, onProblem, parts: makeRunParts(() => []) },
  )
  try {
    return await act(runs)
  } finally {
    await runs.close()
  }
}

/** The name of the person or agent that reports, by default the user. */
export function findReporter(io: Io, given: string | undefined): string {
  return given ?? io.env["SKILLET_BY"] ?? os.userInfo().username
}
