import { takesCode } from "../command/takes-code.ts"
import type { CommandJudgement } from "../use/judge-for-skill.ts"

/** A value that was put into a command. */
export interface PlacedValue {
  readonly text: string
  /** It came from outside: an argument. Otherwise it is one of our own paths or names. */
  readonly isOutside: boolean
}

export interface ValueCheck {
  readonly values: readonly PlacedValue[]
  /** The same command with a mark in the place of each value. */
  readonly place: (marks: readonly string[]) => { readonly command: string } | { readonly wrong: string }
  readonly judge: (command: string) => CommandJudgement
  /** What was decided on the command with the values themselves. */
  readonly judged: CommandJudgement
}

/**
 * Why a value does not stay a value, or undefined. What is proven:
 * 1. With a harmless mark in the place of each value, the same programs get the same words, but for the marks.
 * 2. No word with an argument in it is one that its program runs as code.
 * 3. Where a rule grants everything, no argument begins an option.
 */
export function valueFault({ values, place, judge, judged }: ValueCheck): string | undefined {
  if (values.length === 0) return undefined
  const marks = values.map(({ isOutside }, at) => `skillet${isOutside ? "argument" : "variable"}${at}end`)
  const placed = place(marks)
  if ("wrong" in placed) return placed.wrong
  const { words: markedWords } = judge(placed.command)
  const back = (word: string) =>
    marks.reduce((text, mark, at) => text.replaceAll(mark, () => values[at]?.text ?? ""), word)
  const expected = markedWords.map((words) => words.map(back))
  if (JSON.stringify(expected) !== JSON.stringify(judged.words)) return "an argument would change what the command does"
  const isRun = markedWords.some((words) =>
    words.some((word, at) => word.includes("skilletargument") && takesCode(words, at)),
  )
  if (isRun) return "an argument stands where the program would run it as code"
  const isOption = markedWords.some((words) =>
    words.some((word) => word.startsWith("skilletargument") && back(word).startsWith("-")),
  )
  return isOption && /^Bash(\(\*\))?$/.test(judged.rule ?? "")
    ? "an argument that begins with a hyphen would be an option"
    : undefined
}
