import type { AgentAccess, AgentRequest } from "../../ports/agents/agent-driver.ts"
import { isRole, writingRoles } from "../../workflow/roles.ts"
import type { Runs } from "../runs/open-runs.ts"

/** A writer writes in a worktree of its own, or where the run was granted it. Everybody else reads, also outside a run. */
export async function accessOf(
  runs: Pick<Runs, "engine">,
  { agent, key }: AgentRequest,
  isIsolated: boolean,
): Promise<AgentAccess> {
  if (!isRole(agent) || !writingRoles.includes(agent)) return "read"
  if (isIsolated) return "write"
  const loaded = await runs.engine.store.load({ run: key.run })
  return loaded?.run.permissions.grants.includes("write") === true ? "write" : "read"
}
