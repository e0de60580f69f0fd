import { isBeside, noSkills, type TaskSkills } from "../skills/task-skills.ts"
import { chooseTaskSkill, explainChoice, listCandidates } from "../skills/choose-task-skill.ts"
import type { TaskPlace } from "../task-place.ts"
import { loadSkillTables } from "./load-skill-tables.ts"
import type { Wake } from "./open-wake.ts"
import type { TaskPins } from "./pin-candidate.ts"

/**
 * Chooses the skill for the current task, and pins it with its checklists. What is installed is read only if the task
 * could have a skill, because that takes time.
 */
export async function pinForTask(wake: Wake, given: TaskPins, place: TaskPlace): Promise<TaskSkills> {
  const { current, above } = place
  if (current === undefined) return noSkills
  const { tables, notes } = await loadSkillTables(wake)
  const pinned = given.pins.filter((pin) => pin.task === current.id && !isBeside(pin.reason)).map(({ skill }) => skill)
  const candidates = listCandidates({ title: current.title, skills: current.skills, above, pinned }, tables.rules)
  if (candidates.length === 0)
    return { checklists: [], notes: [...explainChoice(chooseTaskSkill([], () => false)), ...notes] }
  const { pinCandidate } = await import("./pin-candidate.ts")
  const chosen = await pinCandidate(wake, given, { place, current, candidates, tables })
  return { ...chosen, notes: [...chosen.notes, ...notes] }
}
