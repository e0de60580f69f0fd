import { memoise } from "../../../text/memoise.ts"
import { toTerm } from "./term.ts"

/**
 * Finds what belongs to a term in a table of words. Stemming hundreds of words takes longer than a search, so only those
 * with the term's first letter are stemmed: stemming does not change it.
 */
export function openTermTable<Belongs>(
  rows: readonly (readonly [words: string, belongs: Belongs])[],
): (term: string) => readonly Belongs[] {
  const byLetter = memoise((letter: string) => {
    const found = new Map<string, Belongs[]>()
    for (const [words, belongs] of rows)
      for (const term of new Set(filterByLetter(letter, words).map(toTerm))) {
        const before = found.get(term)
        if (before === undefined) found.set(term, [belongs])
        else before.push(belongs)
      }
    return found
  })
  return (term) => byLetter(term.slice(0, 1)).get(term) ?? []
}

/** Whether a term is the term of one of these words. */
export function openTermSet(words: string): (term: string) => boolean {
  const table = openTermTable([[words, true]])
  return (term) => table(term).length > 0
}

function filterByLetter(letter: string, words: string): readonly string[] {
  return words.split(/\s+/).filter((word) => word.slice(0, 1).toLowerCase() === letter)
}
