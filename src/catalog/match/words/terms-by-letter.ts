import { memoise } from "../../../text/memoise.ts"
import { toTerm } from "./term.ts"

/**
 * Finds what belongs to a term in a table of words. Stemming thousands of words takes longer than a search, so only
 * those that begin as the term does are stemmed: stemming does not change the beginning of a long word.
 */
export function openTermTable<Belongs>(
  rows: readonly (readonly [words: string, belongs: Belongs])[],
): (term: string) => readonly Belongs[] {
  let words: ReturnType<typeof sortByBeginning<Belongs>> | undefined
  const byBeginning = memoise((beginning: string) => {
    const found = new Map<string, Set<Belongs>>()
    for (const [word, belongs] of (words ??= sortByBeginning(rows)).get(beginning) ?? []) {
      const term = toTerm(word)
      const before = found.get(term)
      if (before === undefined) found.set(term, new Set([belongs]))
      else before.add(belongs)
    }
    return new Map(Array.from(found, ([term, all]) => [term, [...all]]))
  })
  return (term) => byBeginning(term.slice(0, BEGINNING)).get(term) ?? []
}

/** Whether a term is the term of one of these words. */
export function openTermSet(words: string): (term: string) => boolean {
  const table = openTermTable([[words, true]])
  return (term) => table(term).length > 0
}

const BEGINNING = 2

/** Up to this length, a word may have a term that begins with other letters: `k8s`, `done`, `db`. */
const SHORT = 4

/** One pass over all rows: a request has words with many beginnings. */
function sortByBeginning<Belongs>(
  rows: readonly (readonly [words: string, belongs: Belongs])[],
): ReadonlyMap<string, readonly (readonly [word: string, belongs: Belongs])[]> {
  const sorted = new Map<string, (readonly [string, Belongs])[]>()
  for (const [words, belongs] of rows)
    for (const word of words.split(BLANKS)) {
      const beginning = (word.length <= SHORT ? toTerm(word) : word.toLowerCase()).slice(0, BEGINNING)
      const before = sorted.get(beginning)
      if (before === undefined) sorted.set(beginning, [[word, belongs]])
      else before.push([word, belongs])
    }
  return sorted
}

const BLANKS = /\s+/
