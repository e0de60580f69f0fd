import type { Address, Pin } from "../../wake/model.ts"
import { isBeside, noSkills, type TaskSkills } from "../../wake/skills/task-skills.ts"
import type { TaskPlace } from "../../wake/tasks/task-place.ts"
import type { Wake } from "./open-wake.ts"
import { pinnedSkill } from "./pinned-skill.ts"

/**
 * The skill of the current task and the checklists that go with it. What is pinned for the task is used as it is; only what
 * is not is looked for, because looking means reading the whole catalog.
 */
export async function skillsForTask(wake: Wake, address: Address, place: TaskPlace): Promise<TaskSkills> {
  const { current } = place
  if (current === undefined) return noSkills
  const pins = await wake.store.pins(address)
  const own = current.skills[0]
  const primary = pins.find(
    ({ skill, task, reason }) => task === current.id && !isBeside(reason) && (own ?? skill) === skill,
  )
  if (primary !== undefined) return fromPins(wake, primary, pins)
  const { pinForTask } = await import("./pin-for-task.ts")
  return pinForTask(wake, { address, pins }, place)
}

async function fromPins({ store }: Wake, primary: Pin, pins: readonly Pin[]): Promise<TaskSkills> {
  const skill = await pinnedSkill(store, primary)
  const beside = pins.filter(({ task, reason }) => isBeside(reason) && task === primary.task)
  const checklists = await Promise.all(beside.map((pin) => pinnedSkill(store, pin)))
  return { skill, checklists: checklists.filter((one) => one !== undefined), notes: [] }
}
