import type { ReviewFinding } from "../review-finding.ts"
import { weighKinds } from "./vocabulary/weigh-kinds.ts"
import { type FindingWords, readClaimWords } from "./vocabulary/read-words.ts"

/** A finding with its words parsed once, for many comparisons. */
export interface ReadFinding {
  readonly finding: ReviewFinding
  readonly words: FindingWords
  /** What it is about, by the vocabulary; empty if no cue fits. */
  readonly kinds: ReadonlyMap<string, number>
}

export function readFinding(finding: ReviewFinding, kindsOfWords = openKinds()): ReadFinding {
  return { finding, words: readClaimWords(finding), kinds: kindsOfWords(finding) }
}

/** The kinds of issue that words name, with weights. Many findings have the same words, which are then read once. */
export function openKinds(): (said: Omit<SaidWords, "evidence">) => ReadonlyMap<string, number> {
  const known = new Map<string, ReadonlyMap<string, number>>()
  return ({ title, description }) => {
    const key = `${title}\u0000${description}`
    const before = known.get(key)
    if (before !== undefined) return before
    const found = weighKinds(readClaimWords({ title, description, evidence: "" }))
    known.set(key, found)
    return found
  }
}

type SaidWords = Pick<ReviewFinding, "title" | "description" | "evidence">

/** Whether something else names the same kind of issue; true if one of the two names no known kind. */
export function openKindTest(said: SaidWords): (other: SaidWords & { readonly cwe?: string | undefined }) => boolean {
  const kindsOfWords = openKinds()
  return ({ title, description, cwe }) => {
    const own = kindsOfWords(said)
    const theirs = kindsOfWords({ title, description: `${description} ${cwe ?? ""}` })
    return own.size === 0 || theirs.size === 0 || measureLikeness(own, theirs) > 0
  }
}

/** The similarity of two weighted lists: 1 if equal, 0 if nothing is shared. */
export function measureLikeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0
  for (const [term, weight] of a) shared += weight * (b.get(term) ?? 0)
  return shared === 0 ? 0 : shared / (measureLength(a) * measureLength(b))
}

function measureLength(weights: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const weight of weights.values()) sum += weight * weight
  return Math.sqrt(sum)
}
