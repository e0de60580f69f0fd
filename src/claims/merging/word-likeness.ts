import type { ReviewFinding } from "../review-finding.ts"
import { openSharing } from "./sharing-lines.ts"
import { isRepeated, voiceOf } from "./voice-of.ts"
import {
  type WordProfile,
  containment,
  correlation,
  cosine,
  logistic,
  openingsShared,
  profileOf,
  rarityAmong,
} from "./word-profile.ts"

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
