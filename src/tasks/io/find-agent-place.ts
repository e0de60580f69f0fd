import { findOriginBranch } from "../../system/find-origin-branch.ts"
import { findProject } from "../../system/find-project.ts"
import { type Agent, chooseUsualRole } from "../model.ts"
import { listTaskOwners, nowhere, type TaskPlace } from "../task-place.ts"
import type { Wake } from "./open-wake.ts"

/**
 * Where an agent is in its tasks, or in those of its project. If there is no open task here, also on which branches there
 * are some.
 */
export async function findAgentPlace(
  wake: Wake,
  agent: Pick<Agent, "agent" | "work"> & Partial<Pick<Agent, "role">>,
  role: string = agent.role ?? chooseUsualRole(agent.agent),
): Promise<TaskPlace> {
  const { store, scope, directory } = wake
  const known = { ...agent, role: agent.role ?? chooseUsualRole(agent.agent) }
  let place = nowhere
  for (const owner of listTaskOwners(known, role)) {
    place = await store.place(scope, owner, agent.agent)
    if (place.current !== undefined) return place
  }
  if (place.next !== undefined) return place
  const branches = await store.otherBranches(scope)
  if (branches.length === 0) return place
  const here = findProject(directory)
  // A wake-up may be for an agent of another branch than the one that is checked out.
  const origin = here.branch === scope.branch ? findOriginBranch(here) : undefined
  return { ...place, elsewhere: branches.map((one) => ({ ...one, isOrigin: one.branch === origin })) }
}
