import { openRuns, type Runs } from "../../../run/io/open-runs.ts"
import { openSkillet, type Skillet } from "../../../skillet/open-skillet.ts"
import { makeRunParts } from "../../../skillet/make-run-parts.ts"
import type { Wake } from "../../../tasks/io/open-wake.ts"
import { resolveCwd } from "../../resolve-cwd.ts"
import type { Io } from "../../io.ts"
import { withWake } from "../wake/with-wake.ts"

export interface Agents {
  readonly wake: Wake
  readonly runs: Runs
  readonly skillet: Skillet
}

/** Opens what agents need besides their tasks: runs, and the skills and settings of this directory. */
export async function withAgents(
  io: Io,
  options: { readonly cwd?: string | undefined },
  act: (agents: Agents) => Promise<0 | 1>,
): Promise<0 | 1> {
  return withWake(io, options, async (wake) => {
    const where = { env: io.env, cwd: resolveCwd(io, options) }
    const runs = await openRuns(where, { program: io.program, parts: makeRunParts(() => []) })
    const skillet = openSkillet(where)
    try {
      return await act({ wake, runs, skillet })
    } finally {
      await skillet.close()
      await runs.close()
    }
  })
}
