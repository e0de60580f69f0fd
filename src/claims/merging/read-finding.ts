import { remembered } from "../../text/remembered.ts"
import type { ReviewFinding } from "../review-finding.ts"
import { kindsOf } from "./vocabulary/kinds-of.ts"
import { type FindingWords, readWords } from "./vocabulary/read-words.ts"

/** A finding with its words read, so that comparing many reads each once. */
export interface ReadFinding {
  readonly finding: ReviewFinding
  readonly words: FindingWords
  /** What it is about, by the vocabulary; empty when that does not know. */
  readonly kinds: ReadonlyMap<string, number>
}

export function readFinding(finding: ReviewFinding): ReadFinding {
  const words = readWords(finding)
  return { finding, words, kinds: kindsOf(words) }
}

/** The kinds of issue that these words name, with how loudly. */
export function kindsSaid(
  said: Pick<ReviewFinding, "title" | "description" | "evidence">,
): ReadonlyMap<string, number> {
  return kindsOf(readWords(said))
}

type SaidWords = Pick<ReviewFinding, "title" | "description" | "evidence">

/** Whether something else names the same kind of issue; true if one of the two names none that is known. */
export function ofKind(said: SaidWords): (other: SaidWords & { readonly cwe?: string | undefined }) => boolean {
  const ownKinds = remembered(kindsSaid)
  return ({ title, description, evidence, cwe }) => {
    const own = ownKinds(said)
    const theirs = kindsSaid({ title, description: `${description} ${cwe ?? ""}`, evidence })
    return own.size === 0 || theirs.size === 0 || likeness(own, theirs) > 0
  }
}

/** How far two weighted lists say the same: 1 for equal ones, 0 where nothing is shared. */
export function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0
  for (const [term, weight] of a) shared += weight * (b.get(term) ?? 0)
  return shared === 0 ? 0 : shared / (lengthOf(a) * lengthOf(b))
}

function lengthOf(weights: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const weight of weights.values()) sum += weight * weight
  return Math.sqrt(sum)
}
