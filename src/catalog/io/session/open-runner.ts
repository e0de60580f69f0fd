import fs from "node:fs"
import type { ShellRunner } from "../../../shell/shell-runner.ts"
import { explainUnknownLimits } from "../../../settings/limits.ts"
import { SkilletError } from "../../../problem/failure.ts"
import type { Session } from "./open-session.ts"
import { locateOwnFiles } from "../../../system/own-files.ts"

/** Runs the commands of a session. Runs nothing while a limit is unknown, and discards output that is too large. */
export async function openRunner(skillet: Session): Promise<ShellRunner> {
  const runner = await chooseRunner(skillet)
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

async function chooseRunner(skillet: Session): Promise<ShellRunner> {
  if (skillet.options.shell !== undefined) return skillet.options.shell
  const { openShellRunner } = await import("../../../shell/io/open-shell-runner.ts")
  const env = skillet.options.env ?? process.env
  return openShellRunner({ overflow: `${locateOwnFiles(env).cache}/output`, env, project: skillet.around.cwd })
}

/** Called before anything runs: throws while a limit of the user or the machine is unknown. */
export async function requireLimits(skillet: Pick<Session, "limits">): Promise<void> {
  const refusal = explainUnknownLimits(await skillet.limits())
  if (refusal !== undefined)
    throw new SkilletError("limits.unknown", refusal.message, { retry: "no", next: refusal.next })
}
