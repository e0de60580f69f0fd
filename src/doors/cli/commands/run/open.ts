import os from "node:os"
import path from "node:path"
import { openRuns, type Runs } from "../../../../app/runs/open-runs.ts"
import type { Io } from "../../io.ts"

/** Does something with the runs of this machine, and closes them whatever happens. */
export async function withRuns(
  io: Io,
  options: { readonly cwd?: string },
  act: (runs: Runs) => Promise<0 | 1>,
): Promise<0 | 1> {
  const runs = await openRuns({ env: io.env, cwd: cwdOf(io, options) })
  try {
    return await act(runs)
  } finally {
    await runs.close()
  }
}

export function cwdOf(io: Io, { cwd }: { readonly cwd?: string }): string {
  return path.resolve(io.cwd, cwd ?? "")
}

/** Who says something, where nobody says so. */
export function whoami(io: Io, given: string | undefined): string {
  return given ?? io.env["SKILLET_BY"] ?? os.userInfo().username
}
