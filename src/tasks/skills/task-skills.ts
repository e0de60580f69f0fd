import type { Pin, Task } from "../model.ts"
import type { SkillFact } from "../wake-facts.ts"

/** The skill of a task, and the checklists that go with it. */
export interface TaskSkills {
  readonly skill?: SkillFact | undefined
  readonly checklists: readonly SkillFact[]
  readonly notes: readonly string[]
}

export const noSkills: TaskSkills = { checklists: [], notes: [] }

/** Why a checklist is pinned. */
export const BESIDE = "it applies in addition to the current skill"

export function isBeside(reason: string): boolean {
  return reason === BESIDE
}

interface Place {
  readonly current?: Task | undefined
  /** The nearest first. */
  readonly above: readonly Task[]
}

/** The task whose skills apply at a position: the current one, or the nearest parent that names any. */
export function findNamingTask({ current, above }: Place): Task | undefined {
  return [current, ...above].find((task) => task !== undefined && task.skills.length > 0)
}

/**
 * The pin that applies at a position. A skill that a parent task names is pinned for that task, so it stays the same
 * from one subtask to the next; a skill that was chosen by words is pinned for the task with these words.
 */
export function findPin(place: Place, pins: readonly Pin[]): Pin | undefined {
  const naming = findNamingTask(place)
  const primary = pins.filter(({ reason }) => !isBeside(reason))
  const named = primary.find(({ task, skill }) => task === naming?.id && skill === naming?.skills[0])
  if (named !== undefined || naming?.id === place.current?.id) return named
  return primary.find(({ task }) => task === place.current?.id)
}
