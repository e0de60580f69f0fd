import { leadOf, type ShellWord } from "../../../../shell/reading/words/shell-word.ts"

/** The indices of words that could be the first operand, whichever of the options before it take a value. */
export function possibleFirsts(words: readonly ShellWord[]): readonly number[] {
  const found: number[] = []
  let valueAllowed = false
  for (let at = 1; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) break
    if (leadOf(word).startsWith("-")) {
      valueAllowed = true
      continue
    }
    found.push(at)
    if (!valueAllowed) break
    valueAllowed = false
  }
  return found
}
