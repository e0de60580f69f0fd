import { DEFAULT_SKILL, type SkillWordRule } from "./skill-rules.ts"

/** What choosing a skill needs to know about a task. */
export interface SkillFacts {
  readonly title: string
  /** The task's own skills. */
  readonly skills: readonly string[]
  /** Of the tasks above it, nearest first. */
  readonly above: readonly { readonly title: string; readonly skills: readonly string[] }[]
  /** What is pinned for this agent. */
  readonly pinned: readonly string[]
}

export interface SkillChoice {
  readonly skill?: string | undefined
  readonly reason: string
  /** Requested by a rule or named by a task, but not installed. */
  readonly skipped: readonly string[]
}

/**
 * The skill for a task: its own, then the one pinned for the agent, then that of the nearest parent task, then the one
 * that matches the words of the task, then the default. A skill that is not installed is skipped, and the choice says
 * so.
 */
export function chooseTaskSkill(
  { title, skills, above, pinned }: SkillFacts,
  rules: readonly SkillWordRule[],
  isInstalled: (skill: string) => boolean,
): SkillChoice {
  const own = skills.slice(0, 1).map((skill) => ({ skill, reason: "the task names it" }))
  const kept = pinned.map((skill) => ({ skill, reason: "it was pinned for this agent" }))
  const inherited = above.flatMap(({ title: from, skills: [skill] }) =>
    skill === undefined ? [] : [{ skill, reason: `the task above names it: ${from}` }],
  )
  const byWords = matchRules(title, rules).map(({ skill, words }) => ({ skill, reason: `the task says "${words}"` }))
  const otherwise = { skill: DEFAULT_SKILL, reason: "no rule fits, so the default applies" }
  const wanted = [...own, ...kept, ...inherited, ...byWords, otherwise]
  const at = wanted.findIndex(({ skill }) => isInstalled(skill))
  const skipped = [...new Set((at === -1 ? wanted : wanted.slice(0, at)).map(({ skill }) => skill))]
  const chosen = wanted[at]
  return chosen === undefined ? { reason: "no skill that fits is installed", skipped } : { ...chosen, skipped }
}

/** What an agent learns about the choice, besides the skill itself. */
export function explainChoice({ skill, skipped, reason }: SkillChoice): readonly string[] {
  if (skipped.length === 0) return skill === undefined ? [`No skill: ${reason}.`] : []
  return [`Not installed, so not used: ${skipped.join(", ")}.`]
}

interface RuleMatch {
  readonly skill: string
  /** The words of the task that decided. */
  readonly words: string
}

/** Words that mention a thing instead of doing it: "review the brainstorm" is not brainstorming. */
const ABOUT =
  /\b(?:review|check|read|fix|improve|update|summari[sz]e|discuss|after|before|from|per|following)\b[^.,;:]*$/i

/** The rules that fit a task, best first. Only whole words count: "improve" is not about a PR. */
export function matchRules(title: string, rules: readonly SkillWordRule[]): readonly RuleMatch[] {
  const found = rules.flatMap(({ skill, words, priority }) =>
    words.flatMap((phrase) => {
      const match = toPattern(phrase).exec(title)
      if (match === null || ABOUT.test(title.slice(0, match.index))) return []
      return [{ skill, words: match[0], priority, at: match.index }]
    }),
  )
  return found
    .sort((a, b) => b.priority - a.priority || a.at - b.at || b.words.length - a.words.length)
    .map(({ skill, words }) => ({ skill, words }))
}

function toPattern(phrase: string): RegExp {
  const words = phrase
    .split(" ")
    .map((word) => (word.length < 5 ? word : `${word.replace(/e$/, "e?")}(?:s|ed|ing|ming)?`))
  return new RegExp(String.raw`(?<![\p{L}\p{N}_-])${words.join(String.raw`\s+`)}(?![\p{L}\p{N}_-])`, "iu")
}
