import { refusalFor } from "../../../policy/limits.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { mayRunCommands, type Workflow } from "../../../workflow/workflow.ts"
import type { Skillet } from "../open-skillet.ts"

/** Called wherever something is about to run: throws while a limit of the user or the machine is unknown. */
export async function requireLimits(skillet: Pick<Skillet, "limits">): Promise<void> {
  const refusal = refusalFor(await skillet.limits())
  if (refusal !== undefined)
    throw new SkilletError("limits.unknown", refusal.message, { retry: "no", next: refusal.next })
}

/** The same before a run starts or continues, if one of its gates could run a command. */
export async function requireLimitsFor(skillet: Pick<Skillet, "limits">, workflow: Workflow): Promise<void> {
  if (mayRunCommands(workflow)) await requireLimits(skillet)
}
