import { memoise, memoisePairs } from "../../../text/memoise.ts"
import type { ReviewFinding } from "../review-finding.ts"
import { openKinds, readFinding } from "./read-finding.ts"
import { compareFindings, isBare, isRepeated, type Sameness } from "./judge-sameness.ts"
import { openSignsAmong } from "./open-signs-among.ts"
import { weighSigns, weightsAmong } from "./word-weights.ts"

export type Compare = (a: number, b: number) => Sameness

/**
 * Compares findings of one file, by their positions in the list. Two that share lines and have others around them are
 * compared by their words in relation to the words of the others. Everything else is compared pair by pair, including
 * our own findings: what agents claim next to them never merges two of them.
 */
export function compareAmong(findings: readonly ReviewFinding[], weights = weightsAmong): Compare {
  // Most findings are not near any other, and the words of our own are not compared: each is read when it is first
  // needed.
  const kindsOfWords = openKinds()
  const read = memoise((at: number) => readFinding(requireFinding(at), kindsOfWords))
  let signsOf: ReturnType<typeof openSignsAmong> | undefined
  return memoisePairs(findings.length, compared)

  function requireFinding(at: number): ReviewFinding {
    const finding = findings[at]
    if (finding === undefined) throw new Error("a pair refers to a finding that does not exist")
    return finding
  }

  function compared(a: number, b: number): Sameness {
    const [one, other] = [read(a), read(b)]
    const pair = compareFindings(one, other)
    const isOurs = one.finding.isOwn === true && other.finding.isOwn === true
    if (pair.isSettled === true || isOurs) return pair
    signsOf ??= openSignsAmong(findings, read)
    const signs = signsOf(a, b)
    if (signs === undefined) return pair
    const byWords = isBare(one) && isBare(other) ? 1 : BESIDE_CODE
    const score = byWords * weighSigns(signs, weights) + (1 - byWords) * pair.score
    const weighed = isRepeated(one.finding, other.finding) ? ENOUGH : score
    return { same: weighed >= ENOUGH, score: weighed, because: weighed >= ENOUGH ? pair.because : "in different words" }
  }
}

const ENOUGH = 0.5
/** How far words count against what the code under them says. */
const BESIDE_CODE = 0.4
