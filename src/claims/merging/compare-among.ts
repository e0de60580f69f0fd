import type { ReviewFinding } from "../review-finding.ts"
import { readFinding } from "./read-finding.ts"
import { compareFindings, isBare, overlaps, type Sameness } from "./same-finding.ts"
import { type WordWeights, openWordLikeness, wordScore, wordWeights } from "./word-likeness.ts"

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
