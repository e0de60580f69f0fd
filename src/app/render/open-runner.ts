import fs from "node:fs"
import type { ShellRunner } from "../../ports/shell-runner.ts"
import type { Skillet } from "../session/open-skillet.ts"
import { ownPlaces } from "../session/places.ts"
import { requireLimits } from "../session/limits/require-limits.ts"

/** What runs the commands of a session: nothing while a limit is unknown, and nothing is kept of too much output. */
export async function openRunner(skillet: Skillet): Promise<ShellRunner> {
  const runner = await runnerFor(skillet)
  return {
    sandbox: () => runner.sandbox(),
    run: async (request, signal) => {
      await requireLimits(skillet)
      const result = await runner.run(request, signal)
      if (result.outputCapped === true && result.overflow !== undefined)
        fs.rmSync(result.overflow.path, { force: true })
      return result
    },
  }
}

async function runnerFor(skillet: Skillet): Promise<ShellRunner> {
  if (skillet.options.shell !== undefined) return skillet.options.shell
  const { openShellRunner } = await import("../../adapters/shell/open-shell-runner.ts")
  return openShellRunner({ overflow: `${ownPlaces(skillet.options.env ?? process.env).cache}/output` })
}
