import type { Address, Pin } from "../model.ts"
import { BESIDE, isBeside, findNamingTask, noSkills, type TaskSkills } from "../skills/task-skills.ts"
import { chooseTaskSkill, explainChoice, listCandidates } from "../skills/choose-task-skill.ts"
import { listChecklists, listNextSkills } from "../skills/skill-tables.ts"
import type { TaskPlace } from "../task-place.ts"
import { openSession } from "../../catalog/io/session/open-session.ts"
import { findTaskSkill, listUsualHosts } from "./find-task-skill.ts"
import { loadSkillTables } from "./load-skill-tables.ts"
import type { Wake } from "./open-wake.ts"
import { pinSkill } from "./pin-skill.ts"

interface TaskPins {
  readonly address: Address
  readonly pins: readonly Pin[]
  /** A sub-agent uses the skills of the agent that starts it, but that agent does not have them because of that. */
  readonly isKept: boolean
}

/**
 * Chooses the skill for the current task from what is installed, and pins it with its checklists. What is installed is
 * read only if the task could have a skill.
 */
export async function pinForTask(
  wake: Wake,
  { address, pins, isKept }: TaskPins,
  place: TaskPlace,
): Promise<TaskSkills> {
  const { current, above } = place
  if (current === undefined) return noSkills
  const { tables, notes } = await loadSkillTables(wake)
  const pinned = pins.filter((pin) => pin.task === current.id && !isBeside(pin.reason)).map(({ skill }) => skill)
  const candidates = listCandidates({ title: current.title, skills: current.skills, above, pinned }, tables.rules)
  if (candidates.length === 0)
    return { checklists: [], notes: [...explainChoice(chooseTaskSkill([], () => false)), ...notes] }
  const skillet = openSession(wake.options)
  try {
    const isPinned = (ref: string) => pins.some(({ skill }) => skill === ref)
    const isInstalled = async (ref: string, isNamed: boolean) =>
      isPinned(ref) || (await findTaskSkill(skillet, ref, isNamed ? undefined : listUsualHosts(skillet))) !== undefined
    const first = await findFirst(candidates, ({ skill, isNamed }) => isInstalled(skill, isNamed))
    const naming = findNamingTask(place)
    const choice = chooseTaskSkill(candidates, (skill) => skill === first?.skill)
    if (choice.skill === undefined) return { checklists: [], notes: [...explainChoice(choice), ...notes] }
    const task = choice.skill === naming?.skills[0] ? naming.id : current.id
    const tools = { store: wake.store, skillet, now: wake.now(), pins, isKept }
    const next = listNextSkills(choice.skill, tables)
    const skill = await pinSkill(tools, address, { skill: choice.skill, reason: choice.reason, task, next })
    const extras = [...new Set([...(naming?.skills.slice(1) ?? []), ...listChecklists(choice.skill, tables)])]
    const checklists = await Promise.all(
      extras.map(async (ref) => {
        if (ref === choice.skill || !(await isInstalled(ref, naming?.skills.includes(ref) === true))) return undefined
        return pinSkill(tools, address, { skill: ref, reason: BESIDE, task })
      }),
    )
    return {
      skill,
      checklists: checklists.filter((one) => one !== undefined),
      notes: [...explainChoice(choice), ...notes],
    }
  } finally {
    await skillet.close()
  }
}

async function findFirst<One>(all: readonly One[], isIt: (one: One) => Promise<boolean>): Promise<One | undefined> {
  for (const one of all) if (await isIt(one)) return one
  return undefined
}
