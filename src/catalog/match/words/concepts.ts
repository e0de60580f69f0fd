import { SITUATIONS } from "./situations.ts"
import { SYNONYMS } from "./synonyms.ts"
import { toTerm } from "./term.ts"
import { openTermTable } from "./terms-by-letter.ts"

/** Marks terms that are concepts; no word of a text can equal one. */
const CONCEPT_MARK = "\u0002"

/** The term of a skill about skills, and of a request for one. */
export const SKILLS_TERM = "\u0003"

/** "Pull request" as two words is found under its usual abbreviation. */
export const PULL_REQUEST = toTerm("PR")

const rows = [...SYNONYMS, ...SITUATIONS]
const told = openTermTable(rows.map((row, at) => [row.split(" > ").at(-1) ?? "", CONCEPT_MARK + at]))
const asked = openTermTable(rows.map((row, at) => [row, CONCEPT_MARK + at]))

/** The concepts that a word of a skill belongs to. */
export function findConcepts(term: string): readonly string[] {
  return told(term)
}

/** The concepts that a word of a request belongs to. */
export function findAskedConcepts(term: string): readonly string[] {
  return asked(term)
}
