import { memoise } from "../../../text/memoise.ts"
import { stem } from "../../../text/stem.ts"
import type { ReviewFinding } from "../review-finding.ts"
import { fillWords, findMeaning } from "./vocabulary/read-words.ts"

/** The text of a finding, split into what can be compared: word stems, their meanings, and n-grams of letters. */
export interface WordProfile {
  readonly stems: ReadonlySet<string>
  readonly meanings: ReadonlySet<string>
  /** The meanings with weights: a finding first says what is wrong, and then what follows from it. */
  readonly weighted: ReadonlyMap<string, number>
  readonly grams: ReadonlySet<string>
}

type Said = Pick<ReviewFinding, "title" | "description">

/** A finding is compared with many others: its profile is made once. */
export function profileWords(finding: Said): WordProfile {
  const known = profiles.get(finding)
  if (known !== undefined) return known
  const made = makeProfile(finding)
  profiles.set(finding, made)
  return made
}

const profiles = new WeakMap<Said, WordProfile>()

function makeProfile({ title, description }: Said): WordProfile {
  const text = `${title} ${description}`
  const terms = (text.match(WORD) ?? []).flatMap(readTerms)
  return {
    stems: new Set(terms.map(({ root }) => root)),
    meanings: new Set(terms.map(({ meaning }) => meaning)),
    weighted: weightedTerms(terms),
    grams: new Set((text.toLowerCase().match(/[a-z\d]+/g) ?? []).filter(isTelling).flatMap(splitIntoGrams)),
  }
}

const WORD = /[A-Za-z_$][\w$]*(?:'\w+)?|[=!<>&|]{2,3}|\d+%?/g
/** After 23 words, a word counts half. */
const FADING = 0.03
const GRAM = 4

interface Term {
  readonly root: string
  readonly meaning: string
  /** 1, or less for a part of a longer name. */
  readonly weight: number
}

/** Two findings about the same function share all parts of its name, however long it is; so these count less. */
function readTerms(word: string): readonly Term[] {
  const parts = splitWord(word)
    .map((part) => part.toLowerCase())
    .filter(isTelling)
  return parts.map((part) => {
    const root = stem(part)
    return { root, meaning: findMeaning(root), weight: 1 / Math.sqrt(parts.length) }
  })
}

function weightedTerms(terms: readonly Term[]): ReadonlyMap<string, number> {
  const weighted = new Map<string, number>()
  for (const [at, { meaning, weight }] of terms.entries())
    weighted.set(meaning, Math.max(weighted.get(meaning) ?? 0, weight * Math.exp(-FADING * at)))
  return weighted
}

function splitWord(word: string): readonly string[] {
  return word.split(/[_$]+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter((part) => part !== "")
}

function isTelling(word: string): boolean {
  return !fillWords.has(word) && (word.length > 1 || /\d/.test(word))
}

function splitIntoGrams(word: string): readonly string[] {
  const closed = `^${word}$`
  if (closed.length < GRAM) return [closed]
  return Array.from({ length: closed.length - GRAM + 1 }, (_, at) => closed.slice(at, at + GRAM))
}

/** The weights of terms, and their sums over a whole list, each added up once. */
export interface Weighing {
  readonly weight: Weight
  readonly sum: (terms: ReadonlySet<string>) => number
  readonly sumOfSquares: (terms: ReadonlySet<string>) => number
}

/** How distinctive a term is among several profiles: 1 if only one has it, near 0 if all have it. */
export function measureWordRarity(lists: readonly ReadonlySet<string>[]): Weighing {
  const counts = new Map<string, number>()
  for (const list of lists) for (const term of list) counts.set(term, (counts.get(term) ?? 0) + 1)
  const all = Math.log(lists.length + 1)
  const weight = (term: string) => LEAST + (all - Math.log(counts.get(term) ?? 1)) / all
  return {
    weight,
    sum: memoise((terms) => sum(terms, weight)),
    sumOfSquares: memoise((terms) => sum(terms, (term) => weight(term) ** 2)),
  }
}

const LEAST = 0.1
type Weight = (term: string) => number

/** The share of the shorter list that is also in the other. */
export function measureContainment(a: ReadonlySet<string>, b: ReadonlySet<string>, by: Weighing): number {
  const least = Math.min(by.sum(a), by.sum(b))
  return least === 0 ? 0 : sum(shared(a, b), by.weight) / least
}

/** How much of the weight of both lists they share, and how much of the lighter one is in the other. */
export function compareWords(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
): { readonly words: number; readonly covered: number } {
  let both = 0
  let own = 0
  let theirs = 0
  for (const [term, weight] of a) {
    own += weight
    both += Math.min(weight, b.get(term) ?? 0)
  }
  for (const weight of b.values()) theirs += weight
  return both === 0
    ? { words: 0, covered: 0 }
    : { words: (2 * both) / (own + theirs), covered: both / Math.min(own, theirs) }
}

export function measureDice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.size + b.size === 0 ? 0 : (2 * shared(a, b).length) / (a.size + b.size)
}

export function measureCosine(a: ReadonlySet<string>, b: ReadonlySet<string>, by: Weighing): number {
  const both = sum(shared(a, b), (term) => by.weight(term) ** 2)
  return both === 0 ? 0 : both / Math.sqrt(by.sumOfSquares(a) * by.sumOfSquares(b))
}

/** From -1 to 1: the correlation of two rows. */
export function measureCorrelation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)]
  let both = 0
  let ownA = 0
  let ownB = 0
  for (const [at, value] of a.entries()) {
    const [x, y] = [value - meanA, (b[at] ?? 0) - meanB]
    both += x * y
    ownA += x * x
    ownB += y * y
  }
  return ownA * ownB === 0 ? 0 : both / Math.sqrt(ownA * ownB)
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): readonly string[] {
  const both: string[] = []
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  for (const term of few) if (many.has(term)) both.push(term)
  return both
}

function sum(terms: Iterable<string>, weight: Weight): number {
  let total = 0
  for (const term of terms) total += weight(term)
  return total
}
