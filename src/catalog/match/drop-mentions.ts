import { SAID } from "./match-fields.ts"
import type { RequestTerm } from "./read-request-terms.ts"
import { isEveryday, isHome } from "./words/weak-words.ts"

/** The least a skill must say about itself of what the request is about, as a share of it. */
const LEAST_SAID = { short: 0.3, long: 0.1 }

/** A request for work with more words than this tells a story: most of them are not what it asks for. */
const MOST_SHORT = 3

/**
 * How much a word that no skill has counts towards the subject of the request, relative to the rarest word that one
 * has.
 */
const UNHEARD = 0.8

/** The same for a word of private life, which no skill for work is about. */
const UNHEARD_HOME = 2.5

/** How much a synonym covers of a subject that has words no skill has, relative to the word itself. */
const SYNONYM_SAID = 0.8

/** The subject of a request is worth no more than this many rare words; the rest is context. */
const MOST_ABOUT = 5

/** How many everyday words a skill must say about itself if the request has no others. */
const LEAST_EVERYDAY = 2

interface Asked {
  readonly wanted: readonly RequestTerm[]
  readonly found: readonly FoundTerm[]
  /** The value of a word that no skill has. */
  readonly rarest: number
  /** It is a single word, looked for wherever it is. */
  readonly isOneWord: boolean
  /** A skill that is kept whatever it says. */
  isSure(at: number): boolean
}

/**
 * Leaves out the skills that only mention words of the request in passing: a skill must say some of them about itself,
 * in its name, its description or "when to use", and everyday words do not count if the request has others. A body
 * alone is enough if it has everything that the request is about, as in a search for one word.
 */
export function dropMentions(scores: Float64Array, asked: Asked): void {
  const { said, least } = measureSaid(scores.length, asked)
  for (let at = 0; at < scores.length; at++) if ((said[at] ?? 0) < least && !asked.isSure(at)) scores[at] = 0
}

/** For each skill how much it says about itself, and how much is needed. */
function measureSaid(skills: number, { wanted, found, rarest, isOneWord }: Asked) {
  const about = wanted.filter(({ term }) => !isEveryday(term))
  const heard = found.filter(({ term }) => !isEveryday(term))
  if (about.length === 0) return { said: saidCounts(skills, found), least: LEAST_EVERYDAY }
  const known = new Set(heard.map(({ term }) => term))
  const missing = about.filter(({ term }) => !known.has(term))
  const unheard = missing.reduce((sum, { term }) => sum + unheardShare(term), 0)
  const all = heard.reduce((sum, { rarity }) => sum + rarity, unheard * rarest)
  const said = saidWorths(
    skills,
    heard.map((term) => withSynonyms(term, unheard > 0 ? SYNONYM_SAID : 1)),
  )
  const isSearch = about.length > 1 || isOneWord
  if (isSearch && heard.length === about.length) letPass(said, heard)
  const isStory = about.length > MOST_SHORT && !missing.some(({ term }) => isHome(term))
  const least = isStory ? LEAST_SAID.long : LEAST_SAID.short
  return { said, least: Math.max(Number.MIN_VALUE, least * Math.min(all, MOST_ABOUT * rarest)) }
}

function unheardShare(term: string): number {
  return isHome(term) ? UNHEARD_HOME : UNHEARD
}

/**
 * The subject of a request may also be covered by a synonym, which is less certain if no skill has all words of the
 * subject.
 */
function withSynonyms(term: FoundTerm, synonym: number): FoundTerm {
  return {
    ...term,
    holders: term.holders.map((held) => ({ ...held, worth: term.rarity * (held.isSynonym ? synonym : 1) })),
  }
}

/** For each skill, the value of the terms that it says about itself. */
function saidWorths(skills: number, terms: readonly FoundTerm[]): Float64Array {
  const said = new Float64Array(skills)
  for (const { holders } of terms) {
    const most = new Float64Array(skills)
    for (const { places, strengths, worth } of holders)
      for (let posting = 0; posting < places.length; posting++) {
        const at = places[posting] ?? 0
        if (((strengths[posting] ?? 0) & SAID) === 0 || worth <= (most[at] ?? 0)) continue
        said[at] = (said[at] ?? 0) + worth - (most[at] ?? 0)
        most[at] = worth
      }
  }
  return said
}

/** For each skill, how many of the terms it says about itself. */
function saidCounts(skills: number, terms: readonly FoundTerm[]): Float64Array {
  const each = terms.map((term) => ({ ...term, holders: term.holders.map((held) => ({ ...held, worth: 1 })) }))
  return saidWorths(skills, each)
}

/** Skills that contain every term, anywhere, say enough. */
function letPass(said: Float64Array, terms: readonly FoundTerm[]): void {
  const held = new Uint8Array(said.length)
  for (const [count, { holders }] of terms.entries())
    for (const { places } of holders) for (const at of places) if (held[at] === count) held[at] = count + 1
  for (let at = 0; at < said.length; at++) if (held[at] === terms.length) said[at] = Number.MAX_VALUE
}

/** A term that some of the skills contain, directly or through one of its concepts. */
export interface FoundTerm extends RequestTerm {
  readonly holders: readonly Holders[]
  /** How rare it is among the skills. */
  readonly rarity: number
}

/** The skills that contain a term or a concept. */
export interface Holders {
  /** By place in the pool. */
  readonly places: Uint32Array
  /** For each of them, how much the term says about it. */
  readonly strengths: Uint8Array
  /** Its maximum value. */
  readonly worth: number
  /** They contain a synonym of it. */
  readonly isSynonym: boolean
}
