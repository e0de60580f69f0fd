import { findOriginBranch } from "../../system/find-origin-branch.ts"
import { findProject } from "../../system/find-project.ts"
import { type Agent, chooseUsualRole, type WakeRole } from "../model.ts"
import { findTaskOwner, type TaskPlace } from "../task-place.ts"
import type { Wake } from "./open-wake.ts"

/** Where an agent is in its tasks. If there is no open task here, also on which branches there are some. */
export async function findAgentPlace(
  { store, scope, directory }: Wake,
  agent: Pick<Agent, "agent" | "work"> & Partial<Pick<Agent, "role">>,
  role: WakeRole = agent.role ?? chooseUsualRole(agent.agent),
): Promise<TaskPlace> {
  const place = await store.place(scope, findTaskOwner(agent, role), agent.agent)
  if (place.current !== undefined || place.next !== undefined) return place
  const branches = await store.otherBranches(scope)
  if (branches.length === 0) return place
  const here = findProject(directory)
  // A wake-up may be for an agent of another branch than the one that is checked out.
  const origin = here.branch === scope.branch ? findOriginBranch(here) : undefined
  return { ...place, elsewhere: branches.map((one) => ({ ...one, isOrigin: one.branch === origin })) }
}
