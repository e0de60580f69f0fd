import type { AgentAccess } from "../../agents/agent-driver.ts"
import { isRole, writingRoles } from "../../workflow/roles.ts"
import type { RunPermissions } from "../model.ts"

/**
 * What an agent may do with files. A writer writes in its own worktree, or where the run was granted write access. All
 * others only read, even outside a run. The run is only asked about if its answer counts.
 */
export async function decideAgentAccess(
  agent: string,
  at: { readonly isIsolated: boolean; readonly permissions: () => Promise<RunPermissions | undefined> },
): Promise<AgentAccess> {
  if (!isRole(agent) || !writingRoles.includes(agent)) return "read"
  if (at.isIsolated) return "write"
  return (await at.permissions())?.grants.includes("write") === true ? "write" : "read"
}
