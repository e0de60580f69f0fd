import { countIn, FIELDS, type Field } from "./fields.ts"
import { foldRequest, type Likeness, likenessOf } from "./name-likeness.ts"
import type { PackedIndex } from "./packed/packed-index.ts"
import { findTerm, type Postings, readPostings } from "./packed/postings.ts"
import { type Span, wordsOf } from "./words/words.ts"

/** The documents among which to rank: `documents[s]` is that of the skill at place `s`. */
export interface Pool {
  readonly index: PackedIndex
  readonly documents: Int32Array
}

export interface RankedDocument {
  /** The place of the skill in the pool. */
  readonly at: number
  readonly score: number
  /** The words of the request that were found, as typed. */
  readonly words: readonly string[]
}

/** What each field counts, and how much a long one counts against its words. Tuned on real skills: see test/shared. */
const WEIGHTS: Readonly<Record<Field, { readonly weight: number; readonly length: number }>> = {
  name: { weight: 6, length: 0.15 },
  description: { weight: 4, length: 0.65 },
  when: { weight: 2, length: 0.5 },
  headings: { weight: 0.7, length: 0.6 },
  body: { weight: 0.3, length: 0.65 },
}
const SATURATION = 1.7

/** What a request that looks like a name is worth, in times the most its words could be worth. */
const LIKE_NAME: Readonly<Record<Likeness, number>> = { exact: 3, prefix: 2, mention: 0.25, none: 0 }

/** A longer request is cut: pasted text is no request. */
const MOST_TERMS = 100

/** The best first (BM25F), equal ones by name. Nothing where the index turns out to be damaged. */
export function rankPool(pool: Pool, request: string, limit: number): readonly RankedDocument[] | undefined {
  const terms = termsOf(request)
  const found: FoundTerm[] = []
  const inPool = placesByDocument(pool)
  for (const [term, spans] of terms) {
    const at = findTerm(pool.index, term)
    if (at === -1) continue
    const postings = readPostings(pool.index, at)
    if (postings === undefined) return undefined
    const weight = rarity(postings, inPool, pool.documents.length)
    if (weight > 0) found.push({ spans, postings, weight })
  }
  const scores = new Float64Array(pool.documents.length)
  const norms = normsOf(pool)
  for (const term of found) addScores(scores, term, { inPool, norms })
  addLikeness(scores, pool, { request, most: sumOf(found) * (SATURATION + 1) })
  return best(scores, pool, limit).map((at) => ({
    at,
    score: Math.round((scores[at] ?? 0) * 1000) / 1000,
    words: matchedWords(request, found, pool.documents[at] ?? -1),
  }))
}

interface FoundTerm {
  readonly spans: readonly Span[]
  readonly postings: Postings
  readonly weight: number
}

function termsOf(request: string): ReadonlyMap<string, readonly Span[]> {
  const terms = new Map<string, Span[]>()
  for (const { term, from, to } of wordsOf(request)) {
    const spans = terms.get(term)
    if (spans !== undefined) spans.push({ from, to })
    else if (terms.size < MOST_TERMS) terms.set(term, [{ from, to }])
  }
  return terms
}

/** By document, the place in the pool, or -1. */
function placesByDocument({ index, documents }: Pool): Int32Array {
  const places = new Int32Array(index.documents).fill(-1)
  for (let at = documents.length - 1; at >= 0; at--) places[documents[at] ?? 0] = at
  return places
}

function rarity(postings: Postings, inPool: Int32Array, skills: number): number {
  let holding = 0
  for (const document of postings.documents) if ((inPool[document] ?? -1) !== -1) holding++
  return holding === 0 ? 0 : Math.log(1 + (skills - holding + 0.5) / (holding + 0.5))
}

/** For each skill and field: the field's weight over how long it is, seen from the average. */
function normsOf({ index, documents }: Pool): Float64Array {
  const wide = FIELDS.length
  const norms = new Float64Array(documents.length * wide)
  for (const [field, name] of FIELDS.entries()) {
    const { weight, length } = WEIGHTS[name]
    let sum = 0
    for (const document of documents) sum += index.lengths[document * wide + field] ?? 0
    const average = sum / documents.length || 1
    for (let at = 0; at < documents.length; at++) {
      const words = index.lengths[(documents[at] ?? 0) * wide + field] ?? 0
      norms[at * wide + field] = weight / (1 - length + (length * words) / average)
    }
  }
  return norms
}

function addScores(
  scores: Float64Array,
  { postings, weight }: FoundTerm,
  { inPool, norms }: { readonly inPool: Int32Array; readonly norms: Float64Array },
): void {
  const wide = FIELDS.length
  for (let posting = 0; posting < postings.documents.length; posting++) {
    const at = inPool[postings.documents[posting] ?? 0] ?? -1
    if (at === -1) continue
    const packed = postings.counts[posting] ?? 0
    let frequency = 0
    for (let field = 0; field < wide; field++) {
      const count = countIn(packed, field)
      if (count > 0) frequency += count * (norms[at * wide + field] ?? 0)
    }
    scores[at] = (scores[at] ?? 0) + (weight * frequency * (SATURATION + 1)) / (frequency + SATURATION)
  }
}

function addLikeness(
  scores: Float64Array,
  { index, documents }: Pool,
  { request, most }: { readonly request: string; readonly most: number },
): void {
  const folded = foldRequest(request)
  for (let at = 0; at < documents.length; at++) {
    const likeness = likenessOf(folded, index.strings[(documents[at] ?? 0) * 3 + 2] ?? "")
    if (likeness !== "none") scores[at] = (scores[at] ?? 0) + LIKE_NAME[likeness] * Math.max(most, 1)
  }
}

/** The places of the best scores, kept in order while going over all. */
function best(scores: Float64Array, { index, documents }: Pool, limit: number): readonly number[] {
  const top: number[] = []
  for (let at = 0; at < scores.length; at++) {
    if ((scores[at] ?? 0) <= 0) continue
    if (top.length >= limit && !isBefore(at, top.at(-1) ?? 0)) continue
    let to = top.length
    while (to > 0 && isBefore(at, top[to - 1] ?? 0)) to--
    top.splice(to, 0, at)
    if (top.length > limit) top.pop()
  }
  return top

  function isBefore(a: number, b: number): boolean {
    const difference = (scores[a] ?? 0) - (scores[b] ?? 0)
    return difference === 0 ? nameOf(a) < nameOf(b) : difference > 0
  }

  function nameOf(at: number): string {
    const from = (documents[at] ?? 0) * 3
    return `${index.strings[from + 1]}\0${index.strings[from]}`
  }
}

/** The stretches of the request that were found in a document; all of it where only its likeness to the name counts. */
function matchedWords(request: string, found: readonly FoundTerm[], document: number): readonly string[] {
  const spans = found
    .filter(({ postings }) => postings.documents.includes(document))
    .flatMap((term) => term.spans)
    .sort((a, b) => a.from - b.from || b.to - a.to)
  const joined: Span[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last !== undefined && span.from < last.to)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else joined.push(span)
  }
  if (joined.length === 0) return [request.trim()]
  const words = new Map(
    joined.toReversed().map(({ from, to }) => [request.slice(from, to).toLowerCase(), { from, to }]),
  )
  return [...words.values()].toReversed().map(({ from, to }) => request.slice(from, to))
}

function sumOf(found: readonly FoundTerm[]): number {
  return found.reduce((sum, { weight }) => sum + weight, 0)
}
