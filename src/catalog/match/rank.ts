import { countIn, type Field, FIELDS } from "./fields.ts"
import { findByName, type Likeness, mentions } from "./name-likeness.ts"
import { keyText } from "./packed/document-keys.ts"
import { type PackedIndex, totalsOf } from "./packed/packed-index.ts"
import { findTerm, type Postings, readPostings } from "./packed/postings.ts"
import { matchedWords, type RequestTerm, requestTerms } from "./request-terms.ts"

/** The skills among which to rank, and the document of each in the index. */
export interface Pool {
  readonly index: PackedIndex
  readonly skills: readonly { readonly name: string; readonly path: string }[]
  /** By place in `skills`; absent where skill and document have the same number, and every document its skill. */
  readonly documents?: Int32Array | undefined
}

export interface RankedPlace {
  /** The place of the skill in the pool. */
  readonly at: number
  readonly score: number
  /** The words of the request that were found, as typed. */
  readonly words: readonly string[]
}

/** What each field counts, and how much its length counts against it. Tuned on real skills: see test/shared. */
const WEIGHTS: Readonly<Record<Field, { readonly weight: number; readonly length: number }>> = {
  name: { weight: 6, length: 0.15 },
  description: { weight: 4, length: 0.65 },
  when: { weight: 2, length: 0.5 },
  headings: { weight: 0.7, length: 0.6 },
  body: { weight: 0.3, length: 0.65 },
}
const SATURATION = 1.7

/** What a request that looks like a name is worth, in times the most its words could be worth. */
const LIKENESS: Readonly<Record<Likeness, number>> = { exact: 3, prefix: 2, mention: 0.25 }

/** The best first (BM25F), equal ones by name. Nothing where the index turns out to be damaged. */
export function rankPool(pool: Pool, request: string, limit: number): readonly RankedPlace[] | undefined {
  const found = findTerms(pool, requestTerms(request))
  if (found === undefined) return undefined
  const scores = new Float64Array(pool.skills.length)
  const nameHits = new Uint8Array(pool.skills.length)
  const scale = scaleOf(pool)
  for (const term of found) addScores({ scores, nameHits }, term, scale)
  addLikeness({ scores, nameHits }, pool, { request, most: mostOf(found) })
  return best(scores, pool, limit).map((at) => {
    const terms = found.filter(({ places }) => places.includes(at))
    return { at, score: Math.round((scores[at] ?? 0) * 1000) / 1000, words: matchedWords(request, terms) }
  })
}

interface FoundTerm extends RequestTerm {
  /** The skills that hold it, by place in the pool. */
  readonly places: ArrayLike<number> & { includes(place: number): boolean }
  readonly counts: ArrayLike<number>
  /** How rare it is. */
  readonly weight: number
}

interface Tally {
  readonly scores: Float64Array
  /** How many words of the request stand in the name. */
  readonly nameHits: Uint8Array
}

function findTerms(pool: Pool, terms: readonly RequestTerm[]): readonly FoundTerm[] | undefined {
  const skills = pool.skills.length
  const places = pool.documents === undefined ? undefined : invert(pool.documents, pool.index.sizes.length)
  const found: FoundTerm[] = []
  for (const term of terms) {
    const at = findTerm(pool.index, term.term)
    if (at === -1) continue
    const postings = readPostings(pool.index, at)
    if (postings === undefined) return undefined
    const inPool =
      places === undefined ? { places: postings.documents, counts: postings.counts } : only(postings, places)
    const holding = inPool.places.length
    if (holding === 0) continue
    found.push({ ...term, ...inPool, weight: Math.log(1 + (skills - holding + 0.5) / (holding + 0.5)) })
  }
  return found
}

/** By document, the place of its skill, or -1. */
function invert(documents: Int32Array, size: number): Int32Array {
  const places = new Int32Array(size).fill(-1)
  for (let at = documents.length - 1; at >= 0; at--) places[documents[at] ?? 0] = at
  return places
}

function only({ documents, counts }: Postings, places: Int32Array): Pick<FoundTerm, "places" | "counts"> {
  const kept: { readonly places: number[]; readonly counts: number[] } = { places: [], counts: [] }
  for (let at = 0; at < documents.length; at++) {
    const place = places[documents[at] ?? 0] ?? -1
    if (place === -1) continue
    kept.places.push(place)
    kept.counts.push(counts[at] ?? 0)
  }
  return kept
}

/** What a word in a field counts: `weights[field] / (bases[field] + slopes[field] * words of the field)`. */
interface Scale {
  readonly pool: Pool
  readonly weights: readonly number[]
  readonly bases: readonly number[]
  readonly slopes: readonly number[]
}

function scaleOf(pool: Pool): Scale {
  const totals = pool.documents === undefined ? pool.index.totals : totalsOf(lengthsOf(pool.index, pool.documents))
  const fields = FIELDS.map((name) => WEIGHTS[name])
  return {
    pool,
    weights: fields.map(({ weight }) => weight),
    bases: fields.map(({ length }) => 1 - length),
    slopes: fields.map(({ length }, field) => (length * pool.skills.length) / (totals[field] || 1)),
  }
}

function lengthsOf({ lengths }: PackedIndex, documents: Int32Array): Uint16Array {
  const wide = FIELDS.length
  const picked = new Uint16Array(documents.length * wide)
  for (const [at, document] of documents.entries())
    picked.set(lengths.subarray(document * wide, document * wide + wide), at * wide)
  return picked
}

function addScores({ scores, nameHits }: Tally, { places, counts, weight }: FoundTerm, scale: Scale): void {
  const { index, documents } = scale.pool
  const { lengths } = index
  const wide = FIELDS.length
  for (let posting = 0; posting < places.length; posting++) {
    const at = places[posting] ?? 0
    const packed = counts[posting] ?? 0
    const from = (documents === undefined ? at : (documents[at] ?? 0)) * wide
    let frequency = 0
    for (let field = 0; field < wide; field++) {
      const count = countIn(packed, field)
      if (count === 0) continue
      const words = lengths[from + field] ?? 0
      frequency +=
        (count * (scale.weights[field] ?? 0)) / ((scale.bases[field] ?? 0) + (scale.slopes[field] ?? 0) * words)
    }
    scores[at] = (scores[at] ?? 0) + (weight * frequency * (SATURATION + 1)) / (frequency + SATURATION)
    if (countIn(packed, NAME) > 0) nameHits[at] = (nameHits[at] ?? 0) + 1
  }
}

const NAME = FIELDS.indexOf("name")

/** The most the words of a request could be worth. */
function mostOf(found: readonly FoundTerm[]): number {
  return Math.max(
    1,
    found.reduce((sum, { weight }) => sum + weight * (SATURATION + 1), 0),
  )
}

function addLikeness(
  { scores, nameHits }: Tally,
  { index, skills, documents }: Pool,
  { request, most }: { readonly request: string; readonly most: number },
): void {
  const alike = findByName(index.names, request)
  if (documents === undefined) for (const [document, likeness] of alike) add(document, likeness)
  else if (alike.size > 0) for (const [at, document] of documents.entries()) add(at, alike.get(document))
  for (let at = 0; at < nameHits.length; at++)
    if ((nameHits[at] ?? 0) > 1 && mentions(request, skills[at]?.name ?? "")) add(at, "mention")

  function add(at: number, likeness: Likeness | undefined): void {
    if (likeness !== undefined) scores[at] = (scores[at] ?? 0) + LIKENESS[likeness] * most
  }
}

/** The places of the best scores, kept in order while going over all. */
function best(scores: Float64Array, { skills }: Pool, limit: number): readonly number[] {
  const top: number[] = []
  for (let at = 0; at < scores.length; at++) {
    if ((scores[at] ?? 0) === 0 || (top.length >= limit && !isBefore(at, top.at(-1) ?? 0))) continue
    let to = top.length
    while (to > 0 && isBefore(at, top[to - 1] ?? 0)) to--
    top.splice(to, 0, at)
    if (top.length > limit) top.pop()
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
