import { IN_NAME, STRONGEST } from "./fields.ts"
import { findByName, type Likeness, mentions } from "./name-likeness.ts"
import { keyText } from "./packed/document-keys.ts"
import type { PackedIndex } from "./packed/packed-index.ts"
import { type Postings, readPostings } from "./packed/read-postings.ts"
import { matchedWords, type RequestTerm, requestTerms } from "./request-terms.ts"

/** The skills among which to rank, and the document of each in the index. */
export interface Pool {
  readonly index: PackedIndex
  readonly skills: readonly { readonly name: string; readonly path: string }[]
  /** By place in `skills`; absent where skills and documents have the same numbers, one for one. */
  readonly documents?: Int32Array | undefined
}

export interface RankedPlace {
  /** The place of the skill in the pool. */
  readonly at: number
  readonly score: number
  /** The words of the request that were found, as typed. */
  readonly words: readonly string[]
}

/** What a request that looks like a name is worth, in times the most its words could be worth. */
const LIKENESS: Readonly<Record<Likeness, number>> = { exact: 3, prefix: 2, mention: 0.25 }

/** The best first, equal ones by name. Nothing where the index turns out to be damaged. */
export function rankPool(pool: Pool, request: string, limit: number): readonly RankedPlace[] | undefined {
  const found = findTerms(pool, requestTerms(request))
  if (found === undefined) return undefined
  const scores = new Float64Array(pool.skills.length)
  const named: number[] = []
  for (const term of found) addScores(scores, named, term)
  addLikeness(scores, pool, { request, named, most: mostOf(found) })
  return best(scores, pool, limit).map((at) => {
    const terms = found.filter(({ documents }) => documents.includes(pool.documents?.[at] ?? at))
    return { at, score: Math.round((scores[at] ?? 0) * 1000) / 1000, words: matchedWords(request, terms) }
  })
}

interface FoundTerm extends RequestTerm, Postings {
  /** By document, the place of its skill, or -1; absent as in the pool. */
  readonly places: Int32Array | undefined
  /** How rare it is among the skills. */
  readonly rarity: number
}

function findTerms(pool: Pool, terms: readonly RequestTerm[]): readonly FoundTerm[] | undefined {
  const skills = pool.skills.length
  const places = pool.documents === undefined ? undefined : invert(pool.documents, pool.index.sizes.length)
  const found: FoundTerm[] = []
  for (const term of terms) {
    const postings = readPostings(pool.index, term.term)
    if (postings === "damaged") return undefined
    const holding = places === undefined ? postings.documents.length : countIn(postings.documents, places)
    const rarity = Math.log(1 + (skills - holding + 0.5) / (holding + 0.5))
    if (holding > 0) found.push({ ...term, ...postings, places, rarity })
  }
  return found
}

function invert(documents: Int32Array, size: number): Int32Array {
  const places = new Int32Array(size).fill(-1)
  for (let at = documents.length - 1; at >= 0; at--) places[documents[at] ?? 0] = at
  return places
}

function countIn(documents: Uint32Array, places: Int32Array): number {
  let count = 0
  for (let at = 0; at < documents.length; at++) if ((places[documents[at] ?? 0] ?? -1) !== -1) count++
  return count
}

/** Adds what a term is worth to the skills that hold it, and to `named` those that have it in their name. */
function addScores(scores: Float64Array, named: number[], term: FoundTerm): void {
  const { documents, strengths, places } = term
  const unit = term.rarity / STRONGEST
  for (let posting = 0; posting < documents.length; posting++) {
    const document = documents[posting] ?? 0
    const at = places === undefined ? document : (places[document] ?? -1)
    if (at === -1) continue
    const strength = strengths[posting] ?? 0
    scores[at] = (scores[at] ?? 0) + unit * (strength & STRONGEST)
    if (strength >= IN_NAME) named.push(at)
  }
}

/** The most the words of a request could be worth. */
function mostOf(found: readonly FoundTerm[]): number {
  const sum = found.reduce((sum, { rarity }) => sum + rarity, 0)
  return Math.max(1, sum)
}

function addLikeness(
  scores: Float64Array,
  { index, skills, documents }: Pool,
  { request, named, most }: { readonly request: string; readonly named: readonly number[]; readonly most: number },
): void {
  const alike = findByName(index.names, request)
  if (documents === undefined) for (const [document, likeness] of alike) add(document, likeness)
  else if (alike.size > 0) for (const [at, document] of documents.entries()) add(at, alike.get(document))
  const seen = new Set<number>()
  const twice = new Set(named.filter((at) => seen.has(at) || !seen.add(at)))
  for (const at of twice) if (mentions(request, skills[at]?.name ?? "")) add(at, "mention")

  function add(at: number, likeness: Likeness | undefined): void {
    if (likeness !== undefined) scores[at] = (scores[at] ?? 0) + LIKENESS[likeness] * most
  }
}

/** The places of the best scores, kept in order while going over all. */
function best(scores: Float64Array, { skills }: Pool, limit: number): readonly number[] {
  const top: number[] = []
  let least = 0
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0
    if (score <= 0 || score < least) continue
    let to = top.length
    while (to > 0 && isBefore(at, top[to - 1] ?? 0)) to--
    top.splice(to, 0, at)
    if (top.length > limit) top.pop()
    if (top.length === limit) least = scores[top.at(-1) ?? 0] ?? 0
  }
  return top

  function isBefore(a: number, b: number): boolean {
    const difference = (scores[a] ?? 0) - (scores[b] ?? 0)
    return difference === 0 ? textOf(a) < textOf(b) : difference > 0
  }

  function textOf(at: number): string {
    const { name = "", path = "" } = skills[at] ?? {}
    return keyText(name, path)
  }
}
