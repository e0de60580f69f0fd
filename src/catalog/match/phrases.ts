import type { RequestTerm } from "./read-request-terms.ts"

/** Marks terms that are phrases; no word of a text can equal one. */
const PHRASE_MARK = "\u0004"

/** The term for two words that follow each other, with nothing but stop words between them. */
export function toPhrase(first: string, second: string): string {
  return `${PHRASE_MARK}${first} ${second}`
}

/** Two terms of a request that follow each other. */
export interface RequestPhrase {
  readonly phrase: string
  readonly parts: readonly [first: string, second: string]
}

/** In order, each once. Terms that stand for the same words, as an idiom's do, do not follow each other. */
export function listPhrases(terms: readonly RequestTerm[]): readonly RequestPhrase[] {
  const words = terms
    .flatMap(({ term, spans }) => spans.map((span) => ({ term, ...span })))
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
  const found = new Map<string, RequestPhrase>()
  for (const [at, { term, from }] of words.entries()) {
    const before = words[at - 1]
    if (before === undefined || before.to > from) continue
    const phrase = toPhrase(before.term, term)
    found.set(phrase, { phrase, parts: [before.term, term] })
  }
  return [...found.values()]
}
