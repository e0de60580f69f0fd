import type { ShellWord } from "../../../shell/reading/words/shell-word.ts"
import type { WordForm } from "./words/resolve-word.ts"
import type { Spelled } from "./spelled.ts"

/** A word with every form it can take; undefined where it may be anything, or several words. */
export interface JudgedWord {
  readonly word: ShellWord
  readonly forms: readonly WordForm[] | undefined
}

/** A command whose options are judged. */
export interface JudgedCommand {
  readonly words: readonly JudgedWord[]
  /** What the rule spells at a place. */
  readonly spelled: (at: number) => Spelled | undefined
  readonly onlyRuns: boolean
  /** No rule refuses anything that a one-letter option of an unknown program could get around. */
  readonly plainLetters?: boolean | undefined
}

export const UNSURE = "may take a value or a file's name for an option: put it after --, or write it out"

/** An option's name for our messages, which agents act on: never one that destroys things, never an odd one. */
export function sayOption(option: string): string {
  return /^-{0,2}[\w.-]{1,40}$/.test(option) && !/delete|remove|rm|kill|shred|force|dd/.test(option)
    ? option
    : "one of its options"
}
