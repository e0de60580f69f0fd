import { scanWords } from "./words/scan-words.ts"
import { PULL_REQUEST, SKILLS_TERM } from "./words/concepts.ts"
import { meantBy } from "./words/idioms.ts"
import { termOf } from "./words/term.ts"

/** A word to look up, and where the request has it. */
export interface RequestTerm {
  readonly term: string
  readonly spans: readonly Span[]
}

interface Span {
  readonly from: number
  readonly to: number
}

/** More are not looked up: a request of so many words is found by fewer. */
const MOST_TERMS = 100

export function requestTerms(request: string): readonly RequestTerm[] {
  const terms = new Map<string, Span[]>()
  for (const { term, ...span } of [...wordsOf(request), ...meantBy(request)]) {
    const spans = terms.get(term)
    if (spans !== undefined) spans.push(span)
    else if (term !== "" && terms.size < MOST_TERMS) terms.set(term, [span])
  }
  return [...terms].map(([term, spans]) => ({ term, spans }))
}

interface RequestWord extends Span {
  readonly term: string
}

/** In order; "pull request" is one word. */
function wordsOf(request: string): readonly RequestWord[] {
  const words: RequestWord[] = []
  scanWords(request, (written, from, to) => {
    const term = /^skills?$/i.test(written) ? SKILLS_TERM : termOf(written)
    const before = words.at(-1)
    if (before?.term === "pull" && term === "request")
      words[words.length - 1] = { term: PULL_REQUEST, from: before.from, to }
    else words.push({ term, from, to })
  })
  return words
}

/** The stretches of the request these terms stand for, as typed, each once; all of it where there are none. */
export function matchedWords(request: string, terms: readonly RequestTerm[]): readonly string[] {
  const words = new Map<string, string>()
  for (const { from, to } of joinSpans(terms.flatMap(({ spans }) => spans))) {
    const word = request.slice(from, to)
    if (!words.has(word.toLowerCase())) words.set(word.toLowerCase(), word)
  }
  return words.size === 0 ? [request.trim()] : [...words.values()]
}

/** In order, those that overlap as one. */
function joinSpans(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last === undefined || span.from >= last.to) joined.push(span)
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
  }
  return joined
}
