import { remembered } from "../../text/remembered.ts"
import type { ReviewFinding } from "../review-finding.ts"
import { openKinds, readFinding } from "./read-finding.ts"
import { compareFindings, isBare, isRepeated, overlaps, type Sameness, voiceOf } from "./same-finding.ts"
import {
  containment,
  correlation,
  cosine,
  logistic,
  openingsShared,
  profileOf,
  rarityAmong,
  type WordProfile,
} from "./word-profile.ts"

export type Compare = (a: number, b: number) => Sameness

/**
 * Compares findings of one file, by their positions in the list. Two that share lines and have others around them are
 * compared by their words in relation to the words of the others. Everything else is compared pair by pair, including
 * our own findings: what agents claim next to them never merges two of them.
 */
export function compareAmong(findings: readonly ReviewFinding[], weights: WordWeights = wordWeights): Compare {
  // Most findings are not near any other, and the words of our own are not compared: each is read when it is first
  // needed.
  const kindsOfWords = openKinds()
  const read = remembered((at: number) => readFinding(findingAt(at), kindsOfWords))
  let alike: ReturnType<typeof openWordLikeness> | undefined
  const known = new Map<number, Sameness>()
  return (a, b) => {
    const key = Math.min(a, b) * findings.length + Math.max(a, b)
    const found = known.get(key) ?? compared(Math.min(a, b), Math.max(a, b))
    known.set(key, found)
    return found
  }

  function findingAt(at: number): ReviewFinding {
    const finding = findings[at]
    if (finding === undefined) throw new Error("a pair refers to a finding that does not exist")
    return finding
  }

  function compared(a: number, b: number): Sameness {
    const [one, other] = [read(a), read(b)]
    const pair = compareFindings(one, other)
    const isOurs = one.finding.isOwn === true && other.finding.isOwn === true
    if (pair.isSettled === true || isOurs) return pair
    alike ??= openWordLikeness(findings, overlaps)
    const words = alike(a, b)
    if (words === undefined) return pair
    const byWords = isBare(one) && isBare(other) ? 1 : BESIDE_CODE
    const score = byWords * wordScore(words, weights) + (1 - byWords) * pair.score
    const weighed = words.isRepeated ? ENOUGH : score
    return { same: weighed >= ENOUGH, score: weighed, because: weighed >= ENOUGH ? pair.because : "in different words" }
  }
}

const ENOUGH = 0.5
/** How far words count against what the code under them says. */
const BESIDE_CODE = 0.4

/** The evidence that two findings are the same, each from about 0 to 1. */
export interface WordSigns {
  /** They are similar to the same others: two descriptions of one thing have the same neighbours. */
  readonly company: number
  /** How similar they are, compared with the most similar finding of either. */
  readonly closest: number
  /** How much of the beginning of each is in the other. */
  readonly openings: number
  /** 1 if both come from one answer, and there are several answers. */
  readonly sameAnswer: number
  /** One answer contains exactly the same text twice. */
  readonly isRepeated: boolean
}

export type WordWeights = Readonly<Record<"bias" | "company" | "closest" | "openings" | "sameAnswer", number>>

/**
 * Fitted on comments of several tools on twenty public changes; `npm run test:shared` tests each change with weights
 * from the others.
 */
export const wordWeights: WordWeights = { bias: -3.8, company: 2.9, closest: 4, openings: 3.5, sameAnswer: -6.5 }

/** How likely it is that two findings mean the same, from 0 to 1. */
export function wordScore(signs: WordSigns, weights: WordWeights): number {
  return logistic(
    weights.bias +
      weights.company * signs.company +
      weights.closest * signs.closest +
      weights.openings * signs.openings +
      weights.sameAnswer * signs.sameAnswer,
  )
}

/** With fewer findings around them, neighbours say nothing. */
const LEAST_COMPANY = 3
/** With more, everything has similar neighbours; the limit also keeps a flood of claims from making a review slow. */
const MOST_COMPANY = 60

/**
 * Compares findings on the same lines by their positions in the list; undefined if too few or too many others are
 * around them.
 */
export function openWordLikeness(
  findings: readonly ReviewFinding[],
  overlaps: (a: ReviewFinding, b: ReviewFinding) => boolean,
): (a: number, b: number) => WordSigns | undefined {
  const profiles = findings.map(profileOf)
  const rareGram = rarityAmong(profiles.map(({ grams }) => grams))
  const rareMeaning = rarityAmong(profiles.map(({ meanings }) => meanings))
  const hasSeveralVoices = new Set(findings.map(voiceOf)).size > 1
  const letters = remembered((one, other) => cosine(one.grams, other.grams, rareGram))
  const words = remembered((one, other) => containment(one.meanings, other.meanings, rareMeaning))
  const aroundOf = openSharing(findings, MOST_COMPANY)
  return (a, b) => {
    const [one, other] = [findings[a], findings[b]]
    const [own, theirs] = [profiles[a], profiles[b]]
    if (one === undefined || other === undefined || own === undefined || theirs === undefined) return undefined
    if (!overlaps(one, other)) return undefined
    const sharing = aroundOf(a)
    const around = sharing.filter((at) => at !== b)
    if (around.length < LEAST_COMPANY || sharing.length === MOST_COMPANY) return undefined
    const [toOne, toOther] = [around.map((at) => letters(a, at)), around.map((at) => letters(b, at))]
    const nearest = Math.max(words(a, b), ...around.flatMap((at) => [words(a, at), words(b, at)]))
    return {
      company: correlation(toOne, toOther) * (around.length / (around.length + 2)),
      closest: nearest === 0 ? 0 : words(a, b) / nearest,
      openings: openingsShared(own, theirs),
      sameAnswer: hasSeveralVoices && voiceOf(one) === voiceOf(other) ? 1 : 0,
      isRepeated: isRepeated(one, other),
    }
  }

  function remembered(compare: (one: WordProfile, other: WordProfile) => number) {
    const known = new Map<number, number>()
    return (a: number, b: number): number => {
      const key = Math.min(a, b) * findings.length + Math.max(a, b)
      const [one, other] = [profiles[a], profiles[b]]
      const value = known.get(key) ?? (one === undefined || other === undefined ? 0 : compare(one, other))
      known.set(key, value)
      return value
    }
  }
}

type Placed = Pick<ReviewFinding, "file" | "line" | "endLine">

/**
 * For each finding, by its position in the list, the first `most` others that share a line with it, in order. The time
 * for each is the same, however many there are.
 */
export function openSharing(findings: readonly Placed[], most: number): (at: number) => readonly number[] {
  const byLine = new Map<string, number[]>()
  for (const [at, finding] of findings.entries()) {
    for (const key of linesOf(finding)) {
      const there = byLine.get(key)
      if (there === undefined) byLine.set(key, [at])
      else if (there.length <= most) there.push(at)
    }
  }
  return remembered((at) => {
    const finding = findings[at]
    if (finding === undefined) return []
    const others = new Set(linesOf(finding).flatMap((key) => byLine.get(key) ?? []))
    others.delete(at)
    return [...others].sort((a, b) => a - b).slice(0, most)
  })
}

function linesOf({ file, line, endLine }: Placed): readonly string[] {
  const last = Math.max(line, Math.min(endLine, line + MOST_LINES))
  return Array.from({ length: last - line + 1 }, (_, more) => `${line + more} ${file}`)
}

/** A finding about more lines than this counts for its first ones only. */
const MOST_LINES = 2000
