import type { Catalog } from "../../../catalog/catalog.ts"
import { visibleLine } from "../../../text/visible-text.ts"
import { cutToWidth } from "../../../text/text-width.ts"
import type { Candidate } from "./candidates-for.ts"

/**
 * The skills as a person would type them; single copies (`deploy@user`) only once the word has its `@`. Names that a
 * shell would take apart are left out: the author of a skill must not choose what is on someone's command line.
 */
export function skillCandidates(catalog: Catalog, word: string): readonly Candidate[] {
  const winners = catalog.skills.map(({ ref, description }) => ({ text: ref, about: description }))
  const copies = [...catalog.skills, ...catalog.shadowed].flatMap(({ name, ref, source, description, path }) => [
    { text: ref === name ? `${name}@${source}` : ref, about: description === "" ? path : description },
  ])
  const seen = new Set<string>()
  return [...winners, ...(word.includes("@") ? copies : [])]
    .filter(({ text }) => SAFE.test(text) && !seen.has(text) && seen.add(text) !== undefined)
    .map(({ text, about }) => ({ text, about: cutToWidth(visibleLine(about), 60) }))
}

const SAFE = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.:@/#+-]{0,199}$/u
