import type { AgentAccess, AgentRequest } from "../../ports/agent-driver.ts"
import { findRun } from "../../run/engine.ts"
import { isRole, writingRoles } from "../../workflow/roles.ts"
import type { Runs } from "../runs/open-runs.ts"

/** A writer writes in a worktree of its own, or where the run was granted it. Everybody else reads. */
export async function accessOf(
  runs: Pick<Runs, "engine">,
  { agent, key }: AgentRequest,
  isIsolated: boolean,
): Promise<AgentAccess> {
  if (!isRole(agent) || !writingRoles.includes(agent)) return "read"
  if (isIsolated) return "write"
  const { permissions } = await findRun(runs.engine, key.run)
  return permissions.grants.includes("write") ? "write" : "read"
}
