import type { ReviewFinding } from "../review-finding.ts"
import { NEAR } from "./judge-sameness.ts"
import { profileWords } from "./word-profile.ts"

/** The positions of two findings in the list, the smaller first. */
export type NearPair = readonly [number, number]

/** More findings than these near one place are a crowd. */
const CROWD = 60
/** In a crowd, each is compared with this many of its neighbours in each order. */
const BESIDE = 4
/** Neighbours are not searched for beyond this distance. */
const FURTHEST = 24

/**
 * Pairs of findings that may be the same: those near each other. Where there are very many, only those with similar
 * text, so that the time grows with the number of findings and not with its square.
 */
export function findNearPairs(findings: readonly ReviewFinding[]): readonly NearPair[] {
  return byFile(findings).flatMap((places) => {
    const sorted = places.toSorted((a, b) => readLine(findings, a) - readLine(findings, b))
    const windows = sorted.map((at, from) => listFollowing(findings, sorted, { at, from }))
    const crowd = sorted.filter((_, from) => (windows[from]?.length ?? 0) > CROWD)
    const near = sorted.flatMap((at, from) => {
      const window = windows[from] ?? []
      return window.length > CROWD ? [] : window.map((other) => toPair(at, other))
    })
    return crowd.length === 0 ? near : distinct([...near, ...findAlike(findings, sorted)])
  })
}

/** The findings that begin soon after it; one more than the limit is enough to know that it is exceeded. */
function listFollowing(
  findings: readonly ReviewFinding[],
  sorted: readonly number[],
  { at, from }: { readonly at: number; readonly from: number },
): readonly number[] {
  const window: number[] = []
  for (let to = from + 1; to < sorted.length && window.length <= CROWD; to++) {
    const other = sorted[to]
    if (other === undefined || readLine(findings, other) - (findings[at]?.endLine ?? 0) > NEAR) break
    window.push(other)
  }
  return window
}

/** In three orders: by their beginnings, by their words, and by their rarer words. */
function findAlike(findings: readonly ReviewFinding[], places: readonly number[]): readonly NearPair[] {
  const stems = new Map(places.map((at) => [at, [...readStems(findings[at])]]))
  const counts = new Map<string, number>()
  for (const words of stems.values()) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const rarestFirst = (words: readonly string[]) =>
    words.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1))
  const keys = [
    (at: number) => (stems.get(at) ?? []).join(" "),
    (at: number) => (stems.get(at) ?? []).toSorted().join(" "),
    (at: number) => rarestFirst((stems.get(at) ?? []).filter((word) => (counts.get(word) ?? 0) > 1)).join(" "),
  ]
  return keys.flatMap((keyOf) => findBeside(findings, inOrder(places, keyOf)))
}

function readStems(finding: ReviewFinding | undefined): ReadonlySet<string> {
  return finding === undefined ? new Set() : profileWords(finding).stems
}

function inOrder(places: readonly number[], keyOf: (at: number) => string): readonly number[] {
  const keyed = places.map((at) => ({ at, key: keyOf(at) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.at - b.at)).map(({ at }) => at)
}

function findBeside(findings: readonly ReviewFinding[], order: readonly number[]): readonly NearPair[] {
  return order.flatMap((at, from) => {
    const next = order.slice(from + 1, from + 1 + FURTHEST).filter((other) => isNear(findings[at], findings[other]))
    return next.slice(0, BESIDE).map((other) => toPair(at, other))
  })
}

function isNear(a: ReviewFinding | undefined, b: ReviewFinding | undefined): boolean {
  if (a === undefined || b === undefined) return false
  return b.line - a.endLine <= NEAR && a.line - b.endLine <= NEAR
}

function toPair(a: number, b: number): NearPair {
  return a < b ? [a, b] : [b, a]
}

function distinct(pairs: readonly NearPair[]): readonly NearPair[] {
  return [...new Map(pairs.map((pair) => [pair.join(" "), pair])).values()]
}

function readLine(findings: readonly ReviewFinding[], at: number): number {
  return findings[at]?.line ?? 0
}

function byFile(findings: readonly ReviewFinding[]): readonly (readonly number[])[] {
  const files = new Map<string, number[]>()
  for (const [at, { file }] of findings.entries()) {
    const known = files.get(file)
    if (known === undefined) files.set(file, [at])
    else known.push(at)
  }
  return [...files.values()]
}
