import { matchRules } from "./match-rules.ts"
import type { SkillWordRule } from "./skill-rules.ts"

/** What choosing a skill needs to know about a task. */
export interface SkillFacts {
  readonly title: string
  /** The task's own skills. */
  readonly skills: readonly string[]
  /** Of the tasks above it, nearest first. */
  readonly above: readonly { readonly title: string; readonly skills: readonly string[] }[]
  /** What is pinned for this task. */
  readonly pinned: readonly string[]
}

/** A skill that a task could have, and why. */
export interface TaskSkillCandidate {
  readonly skill: string
  readonly reason: string
  /** By a task, and not by a rule. */
  readonly isNamed: boolean
}

export interface SkillChoice {
  readonly skill?: string | undefined
  readonly reason: string
  /** Requested by a rule or named by a task, but not installed. */
  readonly skipped: readonly string[]
}

/**
 * The skills that a task could have: its own, then the one pinned for it, then that of the nearest parent task,
 * then those of the rules that fit. There is no skill for a task that names none and that no rule fits.
 */
export function listCandidates(
  { title, skills, above, pinned }: SkillFacts,
  rules: readonly SkillWordRule[],
): readonly TaskSkillCandidate[] {
  const own = skills.slice(0, 1).map((skill) => ({ skill, reason: "the task names it", isNamed: true }))
  const kept = pinned.map((skill) => ({ skill, reason: "it was pinned for this task", isNamed: true }))
  const inherited = above.flatMap(({ title: from, skills: [skill] }) =>
    skill === undefined ? [] : [{ skill, reason: `the parent task "${from}" names it`, isNamed: true }],
  )
  const byRule = matchRules(title, rules).map(({ rule, skill, words }) => ({
    skill,
    reason: `the rule "${rule}" fits the words "${words}"`,
    isNamed: false,
  }))
  return [...own, ...kept, ...inherited, ...byRule]
}

/** The first candidate that is installed. One that is not is skipped, and the choice says so. */
export function chooseTaskSkill(
  candidates: readonly TaskSkillCandidate[],
  isInstalled: (skill: string) => boolean,
): SkillChoice {
  const at = candidates.findIndex(({ skill }) => isInstalled(skill))
  const skipped = [...new Set((at === -1 ? candidates : candidates.slice(0, at)).map(({ skill }) => skill))]
  const chosen = candidates[at]
  if (chosen !== undefined) return { skill: chosen.skill, reason: chosen.reason, skipped }
  const reason = candidates.length === 0 ? "the task names none, and no rule fits" : "no skill that fits is installed"
  return { reason, skipped }
}

/** What an agent learns about the choice, besides the skill itself. */
export function explainChoice({ skill, skipped, reason }: SkillChoice): readonly string[] {
  if (skipped.length === 0) return skill === undefined ? [`No skill: ${reason}.`] : []
  return [`Not installed, so not used: ${skipped.join(", ")}.`]
}
