import { isUsableWinner } from "../../catalog/names/resolve.ts"
import type { Address, Pin } from "../model.ts"
import { BESIDE, isBeside, findNamingTask, noSkills, type TaskSkills } from "../skills/task-skills.ts"
import { chooseTaskSkill, explainChoice } from "../skills/choose-task-skill.ts"
import { listCrossCutting } from "../skills/skill-chain.ts"
import { skillRules } from "../skills/skill-rules.ts"
import type { TaskPlace } from "../task-place.ts"
import { openSession } from "../../catalog/io/session/open-session.ts"
import type { Wake } from "./open-wake.ts"
import { pinSkill } from "./pin-skill.ts"

interface TaskPins {
  readonly address: Address
  readonly pins: readonly Pin[]
  /** A sub-agent uses the skills of the agent that starts it, but that agent does not have them because of that. */
  readonly isKept: boolean
}

/** Chooses the skill for the current task from what is installed, and pins it with its checklists. */
export async function pinForTask(
  wake: Wake,
  { address, pins, isKept }: TaskPins,
  place: TaskPlace,
): Promise<TaskSkills> {
  const { current, above } = place
  if (current === undefined) return noSkills
  const skillet = openSession(wake.options)
  try {
    const catalog = await skillet.catalog()
    const isInstalled = (ref: string) => isUsableWinner(catalog, ref) || pins.some(({ skill }) => skill === ref)
    const naming = findNamingTask(place)
    const pinned = pins.filter((pin) => pin.task === current.id && !isBeside(pin.reason)).map(({ skill }) => skill)
    const choice = chooseTaskSkill(
      { title: current.title, skills: current.skills, above, pinned },
      skillRules,
      isInstalled,
    )
    if (choice.skill === undefined) return { checklists: [], notes: explainChoice(choice) }
    const task = choice.skill === naming?.skills[0] ? naming.id : current.id
    const tools = { store: wake.store, skillet, now: wake.now(), pins, isKept }
    const skill = await pinSkill(tools, address, { skill: choice.skill, reason: choice.reason, task })
    const extras = [...new Set([...(naming?.skills.slice(1) ?? []), ...listCrossCutting(choice.skill)])]
    const checklists = await Promise.all(
      extras
        .filter((ref) => ref !== choice.skill && isInstalled(ref))
        .map((ref) => pinSkill(tools, address, { skill: ref, reason: BESIDE, task })),
    )
    return { skill, checklists, notes: explainChoice(choice) }
  } finally {
    await skillet.close()
  }
}
