import type { Rule } from "../../rule.ts"

/** What a rule spells out at a position of a command. */
export interface Spelled {
  readonly text: string
  /** The rule ends the word here; otherwise a star follows. */
  readonly whole: boolean
}

/**
 * What a rule spells out, word by word: an option is covered only at the position where the rule spells it out. A star
 * may stand for several words, so after one only the words at the very end have a fixed position.
 */
export function findSpelled(rule: Rule | undefined, at: number, count: number): Spelled | undefined {
  if (rule === undefined || rule.kind === "all") return undefined
  if (rule.kind !== "pattern") {
    const text = rule.words[at]
    return text === undefined ? undefined : { text, whole: true }
  }
  const star = rule.words.findIndex((word) => word.includes(null))
  const word = rule.words[at]
  if (word !== undefined && (at < star || star === -1)) return { text: word.join(""), whole: true }
  if (at === star && typeof word?.[0] === "string") return { text: word[0], whole: false }
  const fromEnd = rule.words.length - (count - at)
  const last = rule.words.findLastIndex((each) => each.includes(null))
  return fromEnd > last && rule.words[fromEnd] !== undefined
    ? { text: rule.words[fromEnd].join(""), whole: true }
    : undefined
}

/** Whether a rule spells out an option at a position: the whole word, or the option up to a star. */
export function isSpelledOption(spelled: Spelled | undefined, text: string, option: string): boolean {
  if (spelled === undefined) return false
  return spelled.whole ? spelled.text === text : text.startsWith(spelled.text) && spelled.text.startsWith(option)
}

/** Whether a rule has a star for exactly this word, and goes on after it. */
export function isOpenWord(rule: Rule | undefined, at: number): boolean {
  if (rule?.kind !== "pattern") return false
  const star = rule.words.findIndex((word) => word.includes(null))
  return at === star && rule.words[at]?.length === 1 && at < rule.words.length - 1
}
