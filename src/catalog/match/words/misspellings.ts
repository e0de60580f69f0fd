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
