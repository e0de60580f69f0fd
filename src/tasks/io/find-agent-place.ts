import type { Agent } from "../model.ts"
import { listTaskOwners, nowhere, type TaskPlace } from "../task-place.ts"
import type { Wake } from "./open-wake.ts"

/** The position of an agent in a role: among its own tasks, or among those of the project. */
export async function findAgentPlace(
  { store, scope }: Wake,
  agent: Pick<Agent, "agent" | "role" | "work">,
  role: string,
): Promise<TaskPlace> {
  let place = nowhere
  for (const owner of listTaskOwners(agent, role)) {
    place = await store.place(scope, owner, agent.agent)
    if (place.current !== undefined) break
  }
  return place
}
