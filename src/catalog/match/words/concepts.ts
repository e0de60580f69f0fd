import { SYNONYMS } from "./synonyms.ts"
import { termOf } from "./term.ts"

/** Marks terms that are concepts; no word of a text can equal one. */
const CONCEPT_MARK = "\u0002"

/** The term of a skill about skills, and of a request for one. */
export const SKILLS_TERM = "\u0003"

/** "Pull request" as two words is found under its usual abbreviation. */
export const PULL_REQUEST = termOf("PR")

const byTerm = conceptsByTerm()

/** The concepts that a word of a skill belongs to. */
export function conceptsOf(term: string): readonly string[] {
  return byTerm.told.get(term) ?? []
}

/** The concepts that a word of a request belongs to. */
export function conceptsAsked(term: string): readonly string[] {
  return byTerm.asked.get(term) ?? []
}

type ConceptsByTerm = Map<string, string[]>

function conceptsByTerm(): { readonly asked: ConceptsByTerm; readonly told: ConceptsByTerm } {
  const [asked, told]: readonly [ConceptsByTerm, ConceptsByTerm] = [new Map(), new Map()]
  for (const [at, row] of SYNONYMS.entries()) {
    const words = row.split(" > ")
    put(told, words.at(-1) ?? "", CONCEPT_MARK + at)
    put(asked, words.join(" "), CONCEPT_MARK + at)
  }
  return { asked, told }
}

function put(concepts: ConceptsByTerm, words: string, concept: string): void {
  for (const term of new Set(words.split(" ").map(termOf)))
    if (term !== "") concepts.set(term, [...(concepts.get(term) ?? []), concept])
}
