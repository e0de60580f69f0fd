import { IN_NAME, SAID, STRONGEST_TERM } from "./match-fields.ts"
import { type Likeness, compareNames, toNameTerm } from "./compare-names.ts"
import { readByPrefix, readPostings, readTerms } from "./packed/read-postings.ts"
import { findExamples } from "./find-examples.ts"
import { measureRarity, measureUnique } from "./measure-rarity.ts"
import { findHeld, invertDocuments, type Pool } from "./skill-pool.ts"
import { listPhrases } from "./phrases.ts"
import { findMatchedWords, type RequestTerm, readRequestTerms } from "./read-request-terms.ts"
import type { FoundTerm, Holders } from "./found-term.ts"
import { fitsRequest } from "./fits-request.ts"
import { findAskedConcepts, SKILLS_TERM } from "./words/concepts.ts"
import { isForeign, isForeignFiller, translateTerm } from "./words/other-languages.ts"
import { guessTerms, RIGHT_LETTERS, suggestTerms } from "./words/misspellings.ts"
import { scanWords } from "./words/scan-words.ts"
import { toTerm } from "./words/term.ts"
import { isEveryday, isWeak } from "./words/weak-words.ts"

export interface RankedPlace {
  /** The position of the skill in the pool. */
  readonly at: number
  readonly score: number
  /** The score in rare words: 1 is about one that is half of the skill's name. It can be compared between answers. */
  readonly worth: number
  /** The words of the request that were found, as typed. */
  readonly words: readonly string[]
}

/** The value of a request that looks like a name, relative to the most its words could be worth. */
const LIKENESS: Readonly<Record<Likeness, number>> = { exact: 3, prefix: 2, mention: 0.25 }

/** Anything longer was pasted in; its beginning says enough. */
const LONGEST_REQUEST = 4000

/** The value of a word of the same concept, relative to the word itself. */
const SAME_CONCEPT = 0.5

/** The value of a corrected word, relative to one that was spelled this way. */
const MISSPELT = 0.8

/** The value of an English word for one of another language, relative to the word itself. */
const TRANSLATED = 0.8

/** The value of a weak word, relative to another that is as rare. */
const WEAK = 0.6

/** The value of a word that only the name of a file has, relative to another that is as rare. */
const IN_FILE = 0.5

/** The value of two words that follow each other in a skill as in the request, relative to a word that is as rare. */
const PHRASE = 0.2

/** The value of mentioning skills, relative to another word that is as rare. */
const ASKED_META = 1.5

/** The value of a skill about skills for a request that does not mention skills. */
const UNASKED_META = 0.1

/** The value of a skill that comes with Skillet, relative to one that somebody chose. */
const BUNDLED = 0.85

/** What a rare word that is all of a skill's name adds to its score, relative to how rare it is. */
const WHOLE_NAME = 1.1

/** What a rare word that is half of a skill's name adds to its score altogether, relative to how rare it is. */
const HALF_NAMED = 1.6

/** How much a skill that only mentions a word makes it more common, relative to one that says it about itself. */
const IN_BODY = 0.1

/** A skill that is worth less than this share of the best one is not worth showing. */
const LEAST_OF_BEST = 0.2

/** Best first, equal ones by name. Nothing if the index turns out to be damaged. */
export function rankPool(pool: Pool, asked: string, limit: number): readonly RankedPlace[] | undefined {
  const request = asked.slice(0, LONGEST_REQUEST)
  const places = pool.documents === undefined ? undefined : invertDocuments(pool.documents, pool.index.sizes.length)
  const read = readRequestTerms(request)
  const isElsewhere = isForeign(request, read)
  const terms = isElsewhere ? read.filter(({ term }) => !isForeignFiller(term)) : read
  const found = findTerms({ pool, places, request, isElsewhere }, terms)
  const alike = readByPrefix(pool.index, toNameTerm(request))
  const aboutSkills = readPostings(pool.index, SKILLS_TERM)
  if (found === undefined || alike === "damaged" || aboutSkills === "damaged") return undefined
  // Skills are written in English: they lack most words of a request in another language, which says nothing.
  const wanted = isElsewhere ? found : terms
  const tally = { scores: new Float64Array(pool.skills.length), nameHits: new Uint8Array(pool.skills.length) }
  const named = new Set(Array.from(alike, (document) => places?.[document] ?? document))
  for (const term of found) addScores(tally, named, term)
  const { scores } = tally
  if (addPhrases(scores, { pool, places }, found) === "damaged") return undefined
  addNameShares(scores, pool, found)
  if (!wanted.some(({ term }) => term === SKILLS_TERM))
    for (const at of findHeld(pool, aboutSkills, places).places) scores[at] = (scores[at] ?? 0) * UNASKED_META
  const most = found.reduce((sum, { holders }) => sum + Math.max(...holders.map(measureFull)), 0)
  const examples = findExamples({ pool, places, request })
  if (examples === undefined) return undefined
  for (const [at, worth] of examples.worths) scores[at] = (scores[at] ?? 0) + worth
  const called = findCalled({ pool, places, request }, wanted)
  if (called === undefined) return undefined
  const unit = HALF_NAMED * measureUnique(pool.skills.length)
  const isSearch = isOneWord(request) && wanted.some(({ term }) => !isEveryday(term))
  const worths = scores.map((score) => score / unit)
  if (!isSearch && !fitsRequest({ wanted, found, worths, isExample: (at) => examples.worths.has(at) })) scores.fill(0)
  for (const [at, { isBundled }] of pool.skills.entries())
    if (isBundled === true) scores[at] = (scores[at] ?? 0) * BUNDLED
  // Everyday words begin many names by chance.
  const hasSubject = wanted.some(({ term }) => !isEveryday(term))
  for (const at of new Set([...named, ...called.keys()])) {
    const likeness = compareNames(request, pool.skills[at]?.name ?? "") ?? called.get(at)
    if (likeness === "prefix" && !hasSubject) continue
    if (likeness !== undefined) scores[at] = (scores[at] ?? 0) + LIKENESS[likeness] * Math.max(1, most)
  }
  leaveOut(scores, LEAST_OF_BEST * scores.reduce((most, score) => Math.max(most, score), 0))
  return best(scores, pool, limit).map((at) => {
    const terms = [...found, ...examples.terms].filter(({ holders }) =>
      holders.some(({ places }) => places.includes(at)),
    )
    const score = scores[at] ?? 0
    return { at, score: round(score), worth: round(score / unit), words: findMatchedWords(request, terms) }
  })
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

function leaveOut(scores: Float64Array, least: number): void {
  for (let at = 0; at < scores.length; at++) if ((scores[at] ?? 0) < least) scores[at] = 0
}

interface Lookup {
  readonly pool: Pool
  readonly places: Int32Array | undefined
  readonly request: string
  /** It is written in another language than skills usually are. */
  readonly isElsewhere: boolean
}

function findTerms(lookup: Lookup, terms: readonly RequestTerm[]): readonly FoundTerm[] | undefined {
  const found: FoundTerm[] = []
  for (const term of terms) {
    const written = findHolders(lookup, term.term, term.isFile === true ? IN_FILE : 1)
    const known =
      lookup.isElsewhere || (written?.length === 0 && /[^\0-\x7f]/.test(lookup.request))
        ? addTranslations(lookup, term.term, written)
        : written
    const holders = known?.length === 0 ? holdersOfMeant(lookup, term) : known
    if (holders === undefined) return undefined
    if (holders.length > 0) found.push({ ...term, holders })
  }
  return found
}

/** The skills that have the English words for a word of another language. Nothing if the index is damaged. */
function addTranslations(
  lookup: Lookup,
  term: string,
  written: readonly Holders[] | undefined,
): readonly Holders[] | undefined {
  const holders = translateTerm(term).map((english) => findHolders(lookup, english, TRANSLATED))
  return [written, ...holders].reduce((all, more) => (all && more ? [...all, ...more] : undefined), [])
}

/** How rare a word is does not depend on whether its skills have the word itself or a synonym. */
function measureFull({ worth, isSynonym }: Holders): number {
  return isSynonym ? worth / SAME_CONCEPT : worth
}

/** The skills that contain a term or one of its concepts. Nothing if the index is damaged. */
function findHolders({ pool, places }: Lookup, term: string, worthShare: number): readonly Holders[] | undefined {
  const holders: Holders[] = []
  for (const held of [term, ...findAskedConcepts(term)]) {
    const postings = readPostings(pool.index, held)
    if (postings === "damaged") return undefined
    const holding = findHeld(pool, postings, places)
    const share = (held === term ? 1 : SAME_CONCEPT) * weighTerm(term) * worthShare
    const worth = share * measureRarity(countHolding(holding), pool.skills.length)
    if (holding.places.length > 0) holders.push({ ...holding, worth, isSynonym: held !== term })
  }
  return holders
}

/** A word that many bodies mention may still tell what a skill is about. */
function countHolding({ places, strengths }: Pick<Holders, "places" | "strengths">): number {
  let said = 0
  for (const strength of strengths) if ((strength & SAID) !== 0) said++
  return said + IN_BODY * (places.length - said)
}

/** A word that no skill has may be misspelled: the first corrected spelling that a skill has counts. */
function holdersOfMeant(lookup: Lookup, { spans }: RequestTerm): readonly Holders[] | undefined {
  const [span] = spans
  const written = lookup.request.slice(span?.from ?? 0, span?.to ?? 0)
  const alike = readTerms(lookup.pool.index, written.slice(0, RIGHT_LETTERS).toLowerCase())
  if (alike === "damaged") return undefined
  for (const term of [...suggestTerms(written), ...guessTerms(written, alike)]) {
    const holders = findHolders(lookup, term, MISSPELT)
    if (holders === undefined || holders.length > 0) return holders
  }
  return []
}

function weighTerm(term: string): number {
  if (term === SKILLS_TERM) return ASKED_META
  return isWeak(term) ? WEAK : 1
}

interface Tally {
  readonly scores: Float64Array
  /** How many terms of the request are in the name. */
  readonly nameHits: Uint8Array
}

/** Adds the value of a term to the skills that contain it; those with a second one in their name may be `named`. */
function addScores({ scores, nameHits }: Tally, named: Set<number>, { holders }: FoundTerm): void {
  // A skill that contains a word and its concept gets the better of the two.
  const before = holders.length > 1 ? new Float64Array(scores.length) : undefined
  for (const { places, strengths, worth } of holders)
    for (let posting = 0; posting < places.length; posting++) {
      const at = places[posting] ?? 0
      const strength = strengths[posting] ?? 0
      const value = (worth / STRONGEST_TERM) * (strength & STRONGEST_TERM)
      const known = before?.[at] ?? 0
      if (value > known) scores[at] = (scores[at] ?? 0) + value - known
      if (before !== undefined) before[at] = Math.max(value, known)
      if (strength < IN_NAME) continue
      nameHits[at] = (nameHits[at] ?? 0) + 1
      if (nameHits[at] === 2) named.add(at)
    }
}

/** A single word is looked for wherever it is. */
function isOneWord(request: string): boolean {
  return /^\s*\S+\s*$/.test(request)
}

/** The skills whose name is all that a request says, as in "commit this". */
function findCalled(
  { pool, places, request }: Omit<Lookup, "isElsewhere">,
  wanted: readonly RequestTerm[],
): ReadonlyMap<number, Likeness> | undefined {
  if (wanted.length === 0) return new Map()
  const name = findMatchedWords(request, wanted).join(" ")
  const alike = readByPrefix(pool.index, toNameTerm(name))
  if (alike === "damaged") return undefined
  const at = Array.from(alike, (document) => places?.[document] ?? document)
  return new Map(
    at.filter((at) => compareNames(name, pool.skills[at]?.name ?? "") === "exact").map((at) => [at, "mention"]),
  )
}

/** Adds the value of words that follow each other in a skill's own words as they do in the request. */
function addPhrases(
  scores: Float64Array,
  { pool, places }: Pick<Lookup, "pool" | "places">,
  found: readonly FoundTerm[],
): "added" | "damaged" {
  for (const { phrase } of listPhrases(found)) {
    const postings = readPostings(pool.index, phrase)
    if (postings === "damaged") return "damaged"
    const held = findHeld(pool, postings, places)
    const worth = PHRASE * measureRarity(held.places.length, pool.skills.length)
    for (const at of held.places) scores[at] = (scores[at] ?? 0) + worth
  }
  return "added"
}

/** Adds the share of a skill's name that the request has: of a short name, a word is more than of a long one. */
function addNameShares(scores: Float64Array, { skills }: Pool, found: readonly FoundTerm[]): void {
  const named = new Map<number, number>()
  for (const { holders } of found)
    for (const { places, strengths, worth, isSynonym } of holders) {
      if (isSynonym) continue
      for (let posting = 0; posting < places.length; posting++)
        if ((strengths[posting] ?? 0) >= IN_NAME) {
          const at = places[posting] ?? 0
          named.set(at, (named.get(at) ?? 0) + worth)
        }
    }
  for (const [at, worth] of named)
    scores[at] = (scores[at] ?? 0) + (WHOLE_NAME * worth) / countNameTerms(skills[at]?.name ?? "")
}

/** Its words, and not what they are when written together. */
function countNameTerms(name: string): number {
  let count = 0
  let end = 0
  scanWords(name, (written, from, to) => {
    if (from >= end && toTerm(written) !== "") count++
    end = Math.max(end, to)
  })
  return Math.max(1, count)
}

/**
 * The positions of the best scores. The scan over all of them is left to the engine: a loop of ours would not be
 * optimised.
 */
function best(scores: Float64Array, { skills }: Pool, limit: number): readonly number[] {
  const sorted = scores.slice().sort()
  const least = Math.max(sorted[sorted.length - limit] ?? 0, Number.MIN_VALUE)
  const places: number[] = []
  for (const score of new Set(sorted.subarray(-limit)))
    if (score >= least)
      for (let at = scores.indexOf(score); at !== -1; at = scores.indexOf(score, at + 1)) places.push(at)
  return places
    .map((at) => ({ at, score: scores[at] ?? 0, text: `${skills[at]?.name}\0${skills[at]?.path}` }))
    .sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1))
    .slice(0, limit)
    .map(({ at }) => at)
}
