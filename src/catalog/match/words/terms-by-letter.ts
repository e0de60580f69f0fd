import { countAtMost } from "../../../text/lines.ts"
import { memoise } from "../../../text/memoise.ts"
import { listRespelt } from "../../../text/stem.ts"
import { toTerm } from "./term.ts"

/**
 * Finds what belongs to a term in a table of words. Stemming thousands of words takes longer than a search, so only
 * those that begin as the term does are stemmed: stemming does not change the beginning of a word.
 */
export function openTermTable<Belongs>(
  rows: readonly (readonly [words: string, belongs: Belongs])[],
): (term: string) => readonly Belongs[] {
  let table: JoinedRows | undefined
  const byBeginning = memoise((beginning: string) => {
    const found = new Map<string, Set<Belongs>>()
    for (const { word, row } of findWords((table ??= joinRows(rows.map(([words]) => words))), beginning)) {
      const belongs = rows[row]
      if (belongs === undefined) continue
      const term = toTerm(word)
      const before = found.get(term)
      if (before === undefined) found.set(term, new Set([belongs[1]]))
      else before.add(belongs[1])
    }
    return new Map(Array.from(found, ([term, all]) => [term, [...all]]))
  })
  return (term) => (term === "" ? [] : (byBeginning(term.slice(0, BEGINNING)).get(term) ?? []))
}

/** Whether a term is the term of one of these words. */
export function openTermSet(words: string): (term: string) => boolean {
  const table = openTermTable([[words, true]])
  return (term) => table(term).length > 0
}

const BEGINNING = 2

/** All rows as one text, which is searched faster than it is split. */
interface JoinedRows {
  /** In lower case, with one blank before and after each word. */
  readonly text: string
  /** Where each row begins. */
  readonly starts: readonly number[]
}

function joinRows(rows: readonly string[]): JoinedRows {
  const starts: number[] = []
  let text = " "
  for (const row of rows) {
    starts.push(text.length - 1)
    text += `${row.includes("\n") ? row.replace(/\s+/g, " ") : row} `
  }
  return { text: text.toLowerCase(), starts }
}

interface PlacedWord {
  readonly word: string
  readonly at: number
  readonly row: number
}

/** The words whose terms may begin like this, in order. */
function findWords({ text, starts }: JoinedRows, beginning: string): readonly PlacedWord[] {
  const words: PlacedWord[] = []
  for (const start of [` ${beginning}`, ...listRespelt(beginning).map((word) => ` ${word} `)])
    for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + 1)) {
      const word = text.slice(at + 1, text.indexOf(" ", at + 1))
      words.push({ word, at, row: countAtMost(starts, at, (from) => from) - 1 })
    }
  return words.sort((a, b) => a.at - b.at)
}
