/** How often matches of a rule were judged, and how often they were correct. */
export interface RuleEvidence {
  readonly judged: number
  readonly right: number
}

/** With the precision that can be expected at least. */
interface KnownEvidence extends RuleEvidence {
  readonly atLeast: number
}

/** What is known about one of our rules or patterns; undefined for those of others. */
export function lookUpEvidence(id: string): KnownEvidence | undefined {
  const samples = Object.hasOwn(inSamples, id) ? inSamples[id] : undefined
  if (samples === undefined) return undefined
  const packages = countJudgedInPackages(id)
  const all = { judged: samples[0] + packages.judged, right: samples[1] + packages.right }
  return { ...all, atLeast: estimateLeastPrecision(all) }
}

/** Matches in public packages that a person has judged. */
export function countJudgedInPackages(id: string): RuleEvidence {
  const [judged, right] = inPackages[id] ?? [0, 0]
  return { judged, right }
}

/**
 * Whether a match counts as proof. For our own rules, only if so many matches were judged that a precision of at least
 * 0.95 can be expected; for a pattern in somebody's own skill, that person vouches for it.
 */
export function mayProve(id: string): boolean {
  const evidence = lookUpEvidence(id)
  return evidence === undefined || evidence.atLeast >= ENOUGH
}

/** The lower end of the 95 % confidence interval of the precision. */
export function estimateLeastPrecision(evidence: RuleEvidence): number {
  return estimateInterval(evidence).atLeast
}

export interface Interval {
  readonly atLeast: number
  readonly atMost: number
}

/** The 95 % confidence interval of the precision, after Wilson. */
export function estimateInterval({ judged, right }: RuleEvidence): Interval {
  if (judged === 0) return { atLeast: 0, atMost: 1 }
  const rate = right / judged
  const middle = rate + (Z * Z) / (2 * judged)
  const half = Z * Math.sqrt((rate * (1 - rate)) / judged + (Z * Z) / (4 * judged * judged))
  const whole = 1 + (Z * Z) / judged
  return { atLeast: (middle - half) / whole, atMost: (middle + half) / whole }
}

const ENOUGH = 0.95
const Z = 1.96

type Judged = readonly [judged: number, right: number]

/** Matches in public packages, each read by a person; bench/sets.md names the packages. */
const inPackages: Readonly<Record<string, Judged>> = {
  "check-silenced-python": [262, 256],
  "deprecated-api": [104, 96],
  "todo-without-owner": [114, 113],
}

/**
 * Matches in the samples of each rule and pattern: in test/review-set, and for patterns in the text of a skill in
 * bundled-review-skills.test.ts of the product.
 */
export const inSamples: Readonly<Record<string, Judged>> = {
  "asked-for-keys": [4, 4],
  "assert-on-tuple": [4, 4],
  "assertion-not-awaited": [8, 8],
  "assignment-in-condition": [4, 4],
  "async-executor": [4, 4],
  "async-filter": [4, 4],
  "async-for-each": [4, 4],
  "blocking-in-async": [4, 4],
  "breakpoint-left": [4, 4],
  "check-silenced": [4, 4],
  "check-silenced-python": [4, 4],
  "cloud-key-in-code": [4, 4],
  "compared-with-nan": [5, 5],
  "debug-server": [4, 4],
  "debugger-left": [4, 4],
  "default-made-once": [4, 4],
  "deprecated-api": [8, 8],
  "duplicate-case": [4, 4],
  "duplicate-key": [5, 5],
  "except-with-or": [4, 4],
  "first-of-filter": [4, 4],
  "focused-test": [4, 4],
  "guessable-random": [8, 8],
  "guessable-temp-file": [4, 4],
  "hard-coded-secret": [8, 8],
  "host-key-not-checked": [4, 4],
  "index-as-condition": [4, 4],
  "json-copy": [4, 4],
  "length-never-negative": [4, 4],
  "length-never-negative-python": [4, 4],
  "list-changed-while-read": [4, 4],
  "literal-compared-by-identity": [4, 4],
  "merge-mark-left": [4, 4],
  "missing-await": [6, 6],
  "misspelt-typeof": [4, 4],
  "mutable-default": [5, 5],
  "not-implemented-raised": [4, 4],
  "one-past-the-end": [4, 4],
  "password-in-address": [4, 4],
  "private-key-in-code": [3, 3],
  "promise-as-condition": [4, 4],
  "query-in-loop": [8, 8],
  "regex-made-in-loop": [4, 4],
  "result-thrown-away": [8, 8],
  "return-in-finally": [4, 4],
  "secret-compared-plainly": [7, 7],
  "service-token-in-code": [4, 4],
  "skipped-test": [4, 4],
  "skipped-test-python": [4, 4],
  "sorted-as-text": [6, 6],
  "spread-in-reduce": [4, 4],
  "swallowed-error": [7, 7],
  "sync-io-in-handler": [10, 10],
  "taken-from-the-front": [4, 4],
  "text-grown-in-loop": [5, 5],
  "tls-check-off": [6, 6],
  "tls-check-off-python": [4, 4],
  "todo-without-owner": [5, 5],
  "unreachable-code": [7, 7],
  "unsafe-yaml": [4, 4],
  "unverified-jwt": [6, 6],
  "weak-cipher": [13, 13],
  "weak-hash-for-secret": [7, 7],
  "package-internals-imported": [2, 2],
  "node-modules-by-path": [2, 2],
  "far-relative-import": [2, 2],
  "merge-conflict-left": [2, 2],
  "lock-entry-without-tls": [1, 1],
  "licence-year-left": [3, 3],
  "empty-link": [2, 2],
  "vague-link-text": [2, 2],
  "placeholder-left": [3, 3],
  "home-folder-in-docs": [2, 2],
}
