import { memoise } from "../../../text/memoise.ts"
import { toTerm } from "./term.ts"

/**
 * Finds what belongs to a term in a table of words. Stemming hundreds of words takes longer than a search, so only those
 * with the term's first letter are stemmed: stemming does not change it.
 */
export function openTermTable<Belongs>(
  rows: readonly (readonly [words: string, belongs: Belongs])[],
): (term: string) => readonly Belongs[] {
  let words: ReturnType<typeof sortByLetter<Belongs>> | undefined
  const byLetter = memoise((letter: string) => {
    const found = new Map<string, Set<Belongs>>()
    for (const [word, belongs] of (words ??= sortByLetter(rows)).get(letter) ?? []) {
      const term = toTerm(word)
      const before = found.get(term)
      if (before === undefined) found.set(term, new Set([belongs]))
      else before.add(belongs)
    }
    return new Map(Array.from(found, ([term, all]) => [term, [...all]]))
  })
  return (term) => byLetter(term.slice(0, 1)).get(term) ?? []
}

/** Whether a term is the term of one of these words. */
export function openTermSet(words: string): (term: string) => boolean {
  const table = openTermTable([[words, true]])
  return (term) => table(term).length > 0
}

/** One pass over all rows: a request has words with many first letters. */
function sortByLetter<Belongs>(
  rows: readonly (readonly [words: string, belongs: Belongs])[],
): ReadonlyMap<string, readonly (readonly [word: string, belongs: Belongs])[]> {
  const sorted = new Map<string, (readonly [string, Belongs])[]>()
  for (const [words, belongs] of rows)
    for (const word of words.split(/\s+/)) {
      const letter = word.slice(0, 1).toLowerCase()
      const before = sorted.get(letter)
      if (before === undefined) sorted.set(letter, [[word, belongs]])
      else before.push([word, belongs])
    }
  return sorted
}
