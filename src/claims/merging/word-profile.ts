import { remembered } from "../../text/remembered.ts"
import { stem } from "../../text/stem.ts"
import type { ReviewFinding } from "../review-finding.ts"
import { fillWords, meaningOfStem } from "./vocabulary/read-words.ts"

/** The text of a finding, split into what can be compared: word stems, their meanings, and n-grams of letters. */
export interface WordProfile {
  readonly stems: ReadonlySet<string>
  readonly meanings: ReadonlySet<string>
  /** The meanings with weights: a finding first says what is wrong, and then what follows from it. */
  readonly weighted: ReadonlyMap<string, number>
  readonly grams: ReadonlySet<string>
  /** Amounts with a unit, in order: `30%`, `70%`. */
  readonly amounts: readonly string[]
}

type Said = Pick<ReviewFinding, "title" | "description">

/** A finding is compared with many others: its profile is made once. */
export function profileOf(finding: Said): WordProfile {
  const known = profiles.get(finding)
  if (known !== undefined) return known
  const made = makeProfile(finding)
  profiles.set(finding, made)
  return made
}

const profiles = new WeakMap<Said, WordProfile>()

function makeProfile({ title, description }: Said): WordProfile {
  const text = `${title} ${description}`
  const plain = (text.match(WORD) ?? []).flatMap(partsOf).map((part) => part.toLowerCase())
  const stems = plain.filter(isTelling).map(stem)
  const meanings = stems.map(meaningOfStem)
  return {
    stems: new Set(stems),
    meanings: new Set(meanings),
    // Reversed, because the first mention counts.
    weighted: new Map(meanings.map((meaning, at) => [meaning, Math.exp(-FADING * at)] as const).reverse()),
    grams: new Set((text.toLowerCase().match(/[a-z\d]+/g) ?? []).filter(isTelling).flatMap(gramsOf)),
    amounts: [...text.matchAll(AMOUNT)].map(([, number = "", unit = ""]) => number + (seconds.has(unit) ? "s" : unit)),
  }
}

const WORD = /[A-Za-z_$][\w$]*(?:'\w+)?|[=!<>&|]{2,3}|\d+%?/g
/** Bounded, because the text is anybody's. */
const AMOUNT =
  /(?<![\w.])(\d{1,9}(?:\.\d{1,9})?)\s?(%|(?:px|r?em|ms|s|sec|seconds|minutes|hours|days|[KMG]i?B|bytes)\b)/g
const seconds: ReadonlySet<string> = new Set(["sec", "seconds"])
/** After 23 words, a word counts half. */
const FADING = 0.03
const GRAM = 4

function partsOf(word: string): readonly string[] {
  return word.split(/[_$]+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter((part) => part !== "")
}

function isTelling(word: string): boolean {
  return !fillWords.has(word) && (word.length > 1 || /\d/.test(word))
}

/**
 * Both speak of a value that changes, and of different values: from 30 % to 70 %, and from 70 % to 30 %. Such findings
 * have the same words and are about different places.
 */
export function nameOtherAmounts(a: WordProfile, b: WordProfile): boolean {
  const [own, theirs] = [changeIn(a), changeIn(b)]
  return own !== undefined && theirs !== undefined && own !== theirs
}

function changeIn({ amounts }: WordProfile): string | undefined {
  const [from] = amounts
  const to = amounts.find((amount) => amount !== from)
  return to === undefined ? undefined : `${from} ${to}`
}

function gramsOf(word: string): readonly string[] {
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
export function rarityAmong(lists: readonly ReadonlySet<string>[]): Weighing {
  const counts = new Map<string, number>()
  for (const list of lists) for (const term of list) counts.set(term, (counts.get(term) ?? 0) + 1)
  const all = Math.log(lists.length + 1)
  const weight = (term: string) => LEAST + (all - Math.log(counts.get(term) ?? 1)) / all
  return {
    weight,
    sum: remembered((terms) => sum(terms, weight)),
    sumOfSquares: remembered((terms) => sum(terms, (term) => weight(term) ** 2)),
  }
}

const LEAST = 0.1
type Weight = (term: string) => number

/** The share of the shorter list that is also in the other. */
export function containment(a: ReadonlySet<string>, b: ReadonlySet<string>, by: Weighing): number {
  const least = Math.min(by.sum(a), by.sum(b))
  return least === 0 ? 0 : sum(shared(a, b), by.weight) / least
}

/** How much of the weight of both lists they share. */
export function likeWords(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let both = 0
  let all = 0
  for (const [term, weight] of a) {
    all += weight
    both += Math.min(weight, b.get(term) ?? 0)
  }
  for (const weight of b.values()) all += weight
  return all === 0 ? 0 : (2 * both) / all
}

export function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.size + b.size === 0 ? 0 : (2 * shared(a, b).length) / (a.size + b.size)
}

export function cosine(a: ReadonlySet<string>, b: ReadonlySet<string>, by: Weighing): number {
  const both = sum(shared(a, b), (term) => by.weight(term) ** 2)
  return both === 0 ? 0 : both / Math.sqrt(by.sumOfSquares(a) * by.sumOfSquares(b))
}

/** From -1 to 1: the correlation of two rows. */
export function correlation(a: readonly number[], b: readonly number[]): number {
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
