import type { SkillRule } from "./skill-rules.ts"

export interface RuleMatch {
  readonly skill: string
  /** The words of the task that decided. */
  readonly words: string
}

/** Words that speak of the thing instead of doing it: "review the brainstorm" is not brainstorming. */
const ABOUT =
  /\b(?:review|check|read|fix|improve|update|summari[sz]e|discuss|after|before|from|per|following)\b[^.,;:]*$/i

/** The rules that fit a task, best first. Only whole words count: "improve" is not about a PR. */
export function matchRules(title: string, rules: readonly SkillRule[]): readonly RuleMatch[] {
  const found = rules.flatMap(({ skill, words, priority }) =>
    words.flatMap((phrase) => {
      const match = patternOf(phrase).exec(title)
      if (match === null || ABOUT.test(title.slice(0, match.index))) return []
      return [{ skill, words: match[0], priority, at: match.index }]
    }),
  )
  return found
    .sort((a, b) => b.priority - a.priority || a.at - b.at || b.words.length - a.words.length)
    .map(({ skill, words }) => ({ skill, words }))
}

function patternOf(phrase: string): RegExp {
  const words = phrase
    .split(" ")
    .map((word) => (word.length < 5 ? word : `${word.replace(/e$/, "e?")}(?:s|ed|ing|ming)?`))
  return new RegExp(String.raw`(?<![\p{L}\p{N}_-])${words.join(String.raw`\s+`)}(?![\p{L}\p{N}_-])`, "iu")
}
