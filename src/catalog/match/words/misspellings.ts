import { toTerm } from "./term.ts"

/** Shorter words have too many neighbours to be mistaken for one of them. */
const SHORTEST = 5

/**
 * The terms of the words that may have been meant by a word that no skill has: with a letter doubled that was written
 * once, with a letter too many left out, or with two neighbours in the right order.
 */
export function suggestTerms(written: string): readonly string[] {
  const word = written.toLowerCase()
  if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) return []
  const meant = new Set<string>()
  // The first letter is nearly always right.
  for (let at = 1; at < word.length; at++) {
    const [before, letter, after] = [word.slice(0, at), word[at] ?? "", word.slice(at + 1)]
    if (after !== "") meant.add(toTerm(before + after[0] + letter + after.slice(1)))
    meant.add(toTerm(before + letter + letter + after))
    if (after !== "") meant.add(toTerm(before + after))
  }
  meant.delete(toTerm(word))
  meant.delete("")
  return [...meant]
}

/** In longer words a letter that is missing or wrong can be corrected as well. */
const SHORTEST_GUESS = 7

/** How many letters at the beginning of a word are taken to be right. */
export const RIGHT_LETTERS = 2

/** Which of these terms, which begin like the word, it becomes if one letter is added or replaced. */
export function guessTerms(written: string, terms: readonly string[]): readonly string[] {
  const word = written.toLowerCase()
  if (word.length < SHORTEST_GUESS || !/^[a-z]+$/.test(word)) return []
  return terms.filter((term) => {
    let at = 0
    while (at < term.length && term[at] === word[at]) at++
    if (at === term.length) return false
    const [before, letter, next] = [word.slice(0, at), term[at] ?? "", term[at + 1]]
    const isMissing = next === undefined || next === word[at]
    const isWrong = next === undefined || next === word[at + 1]
    return (
      (isMissing && toTerm(before + letter + word.slice(at)) === term) ||
      (isWrong && toTerm(before + letter + word.slice(at + 1)) === term)
    )
  })
}
