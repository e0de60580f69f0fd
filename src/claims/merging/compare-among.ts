import type { ReviewFinding } from "../review-finding.ts"
import { likeness, readFinding } from "./read-finding.ts"
import { compareFindings, overlaps, type Sameness } from "./same-finding.ts"
import { containment, correlation, cosine, dice, logistic, paler, profileOf, rarityAmong } from "./word-profile.ts"

export type Compare = (a: number, b: number) => Sameness

/**
 * Compares findings of one file, by their places in the list. Two that share lines and have others around them are
 * compared by their words, weighed by how rare they are here, and by their company: two ways of saying one thing are
 * alike to the same others. Everything else is compared pair by pair, our own findings too: what agents say beside
 * them never makes two of them one.
 */
export function compareAmong(findings: readonly ReviewFinding[]): Compare {
  const read = findings.map(readFinding)
  const alike = openWordLikeness(findings)
  const known = new Map<number, Sameness>()
  return (a, b) => {
    const key = Math.min(a, b) * findings.length + Math.max(a, b)
    const found = known.get(key) ?? compared(Math.min(a, b), Math.max(a, b))
    known.set(key, found)
    return found
  }

  function compared(a: number, b: number): Sameness {
    const [one, other] = [read[a], read[b]]
    if (one === undefined || other === undefined) throw new Error("a pair names a finding that is not there")
    const pair = compareFindings(one, other)
    const isOurs = one.finding.isOwn === true && other.finding.isOwn === true
    const words = pair.isSettled === true || isOurs ? undefined : alike(a, b, likeness(one.kinds, other.kinds))
    if (words === undefined) return pair
    const score = BY_WORDS * words + (1 - BY_WORDS) * pair.score
    return { same: score >= ENOUGH, score, because: score >= ENOUGH ? pair.because : "in other words" }
  }
}

const ENOUGH = 0.5
const BY_WORDS = 0.65
/** With fewer others around them, company says nothing. */
const LEAST_COMPANY = 3
const MOST_COMPANY = 60

/** Fitted on comments of several tools on twenty public changes, each change judged by the others' weights. */
const weights = { bias: -2, words: 1.3, letters: 1, company: 3.6, names: 1.3, kinds: 0.4, sameAnswer: -3.3 }

type WordLikeness = (a: number, b: number, kinds: number) => number | undefined

/** The likelihood that two findings on the same lines mean the same; undefined where too little is around them. */
function openWordLikeness(findings: readonly ReviewFinding[]): WordLikeness {
  const profiles = findings.map(profileOf)
  const rareStem = paler(rarityAmong(profiles.map(({ stems }) => stems)))
  const rareGram = rarityAmong(profiles.map(({ grams }) => grams))
  const hasSeveralVoices = new Set(findings.map(voiceOf)).size > 1
  const rows = new Map<number, number>()
  const alike = (a: number, b: number): number => {
    const key = Math.min(a, b) * findings.length + Math.max(a, b)
    const grams = (at: number) => profiles[at]?.grams ?? NONE
    const value = rows.get(key) ?? cosine(grams(a), grams(b), rareGram)
    rows.set(key, value)
    return value
  }
  const neighbours = new Map<number, readonly number[]>()
  /** At most so many: more of them say nothing new, and nobody can make a review slow with claims. */
  const aroundOf = (a: number): readonly number[] => {
    const one = findings[a]
    const found =
      neighbours.get(a) ??
      findings
        .flatMap((third, at) => (at !== a && one !== undefined && overlaps(third, one) ? [at] : []))
        .slice(0, MOST_COMPANY)
    neighbours.set(a, found)
    return found
  }
  return (a, b, kinds) => {
    const [one, other] = [findings[a], findings[b]]
    const [own, theirs] = [profiles[a], profiles[b]]
    if (one === undefined || other === undefined || own === undefined || theirs === undefined) return undefined
    if (!overlaps(one, other)) return undefined
    const around = aroundOf(a).filter((at) => at !== b)
    if (around.length < LEAST_COMPANY) return undefined
    const company = correlation(
      around.map((at) => alike(a, at)),
      around.map((at) => alike(b, at)),
    )
    const isSameAnswer = hasSeveralVoices && voiceOf(one) === voiceOf(other) && one.title !== other.title
    return logistic(
      weights.bias +
        weights.words * containment(own.stems, theirs.stems, rareStem) +
        weights.letters * cosine(own.grams, theirs.grams, () => 1) +
        weights.company * company * (around.length / (around.length + 2)) +
        weights.names * dice(own.names, theirs.names) +
        weights.kinds * kinds +
        (isSameAnswer ? weights.sameAnswer : 0),
    )
  }
}

const NONE: ReadonlySet<string> = new Set()

/** Who says it, in which round: one answer seldom says a thing twice. */
function voiceOf({ saidBy }: ReviewFinding): string {
  return saidBy.map(({ agent, round }) => `${agent ?? ""} ${round ?? ""}`).join("\n")
}
