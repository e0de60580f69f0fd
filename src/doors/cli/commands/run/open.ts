import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { openRuns, type Runs } from "../../../../app/runs/open-runs.ts"
import type { Io } from "../../io.ts"
import type { Problem } from "../../../../problem/problem.ts"
import { problemLines } from "../../terminal/problems.ts"
import { UsageError } from "../../usage-error.ts"

/** Opens the runs of this machine for `act`, and closes them in any case. */
export async function withRuns(
  io: Io,
  options: { readonly cwd?: string },
  act: (runs: Runs) => Promise<0 | 1>,
): Promise<0 | 1> {
  const onProblem = (problem: Problem) => io.err(problemLines([problem], io, io.cwd).join("\n"))
  const runs = await openRuns({ env: io.env, cwd: cwdOf(io, options) }, { program: io.program, onProblem })
  try {
    return await act(runs)
  } finally {
    await runs.close()
  }
}

export function cwdOf(io: Io, { cwd }: { readonly cwd?: string | undefined }): string {
  const directory = path.resolve(io.cwd, cwd ?? "")
  if (cwd !== undefined && fs.statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--cwd: ${cwd} is not a directory`, "check the path")
  return directory
}

/** The name under which something is reported, by default the user. */
export function whoami(io: Io, given: string | undefined): string {
  return given ?? io.env["SKILLET_BY"] ?? os.userInfo().username
}
