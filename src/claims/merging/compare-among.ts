import { remembered } from "../../text/remembered.ts"
import type { ReviewFinding } from "../review-finding.ts"
import { readFinding } from "./read-finding.ts"
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
 * Compares findings of one file, by their places in the list. Two that share lines and have others around them are
 * compared by their words among those of the others. Everything else is compared pair by pair, our own findings too:
 * what agents say beside them never makes two of them one.
 */
export function compareAmong(findings: readonly ReviewFinding[], weights: WordWeights = wordWeights): Compare {
  const read = findings.map(readFinding)
  const alike = openWordLikeness(findings, overlaps)
  const known = new Map<number, Sameness>()
  return (a, b) => {
    const key = Math.min(a, b) * findings.length + Math.max(a, b)
    const found = known.get(key) ?? compared(Math.min(a, b), Math.max(a, b))
    known.set(key, found)
    return found
  }

  function compared(a: number, b: number): Sameness {
    const [one, other] = [read[a], read[b]]
    if (one === undefined || other === undefined) throw new Error("a pair refers to a finding that does not exist")
    const pair = compareFindings(one, other)
    const isOurs = one.finding.isOwn === true && other.finding.isOwn === true
    const words = pair.isSettled === true || isOurs ? undefined : alike(a, b)
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

/** What speaks for two findings being the same, each from about 0 to 1. */
export interface WordSigns {
  /** They are alike to the same others: two ways of saying one thing have the same company. */
  readonly company: number
  /** How close they are, compared with the closest that either of them has. */
  readonly closest: number
  /** How much of what each begins with is said by the other. */
  readonly openings: number
  /** 1 if one answer says both, where there are several answers. */
  readonly sameAnswer: number
  /** One answer says the very same twice. */
  readonly isRepeated: boolean
}

export type WordWeights = Readonly<Record<"bias" | "company" | "closest" | "openings" | "sameAnswer", number>>

/** Fitted on comments of several tools on twenty public changes; `npm run test:shared` judges each by the others. */
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

/** With fewer others around them, company says nothing. */
const LEAST_COMPANY = 3
/** Among so many, everything has company, and nobody can make a review slow with claims. */
const MOST_COMPANY = 60

/** Compares findings on the same lines by their places in the list; undefined where too few or too many others are around them. */
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
 * For each finding, by its place in the list, the first `most` others that share a line with it, in their order. It takes
 * the same time for each, however many there are.
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

/** A finding about more lines than these is about its first ones. */
const MOST_LINES = 2000
