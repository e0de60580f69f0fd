import { requireLimits } from "../../catalog/io/session/open-runner.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { mayRunCommands, type Workflow } from "../../workflow/workflow.ts"

/** Before a run starts or continues: throws while a limit is unknown, if one of its gates could run a command. */
export async function requireRunLimits(skillet: Pick<Session, "limits">, workflow: Workflow): Promise<void> {
  if (mayRunCommands(workflow)) await requireLimits(skillet)
}
