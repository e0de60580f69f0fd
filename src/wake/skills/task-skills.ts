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
