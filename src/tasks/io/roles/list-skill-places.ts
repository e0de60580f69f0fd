import type { Address } from "../../model.ts"
import { findNamingTask, findPin } from "../../skills/task-skills.ts"
import type { TaskPlace } from "../../task-place.ts"
import type { Wake } from "../open-wake.ts"
import type { LocatedSkill } from "./find-role-files.ts"

/**
 * The skills whose files may be for roles: the one of the current task, then what else is pinned for the agent. Only a
 * skill that a task names and that was not pinned yet is looked up, because that means reading the whole catalog.
 */
export async function listSkillPlaces(
  wake: Wake,
  address: Address,
  place: TaskPlace,
): Promise<readonly LocatedSkill[]> {
  const pins = await wake.store.pins(address)
  const first = findPin(place, pins)
  const known = [...(first === undefined ? [] : [first]), ...pins.toSorted((a, b) => b.pinned - a.pinned)]
  const places = known.map(({ skill, path: file }) => ({ skill, file }))
  if (first !== undefined || findNamingTask(place) === undefined) return places
  const { pinForTask } = await import("../pin-for-task.ts")
  const { skill } = await pinForTask(wake, { address, pins, isKept: false }, place)
  return skill === undefined ? places : [skill, ...places]
}
