import { type Severity, severities } from "../severity.ts"
import { estimateInterval, type Interval } from "../rule-evidence.ts"

/** What reading the code around matches of a rule showed, for the last twenty that were judged in mature code. */
export interface JudgedMatches {
  /** Its authors would want to know. */
  readonly right: number
  /** True, and chosen on purpose: a protocol requires it, or a comment says why. */
  readonly deliberate: number
  /** True, and of no use to anybody. */
  readonly worthless: number
  readonly wrong: number
}

/** A rule that may be called major or critical, with what its matches were worth. */
export interface JudgedRule extends JudgedMatches {
  readonly id: string
  readonly judged: number
  readonly isEarned: boolean
  /** The 95 % interval of the share of matches that are right or deliberate. */
  readonly precision: Interval
}

const ENOUGH = 20
const MOST_WORTHLESS = 2

/** Whether a rule has earned the severities above minor: of twenty matches none was wrong and at most two worthless. */
export function hasEarnedMajor(matches: JudgedMatches): boolean {
  return countJudged(matches) >= ENOUGH && matches.wrong === 0 && matches.worthless <= MOST_WORTHLESS
}

/** The severity that a match of a rule is reported with. Rules of others are reported as their authors say. */
export function limitSeverity(id: string, severity: Severity): Severity {
  const judged = lookUpJudged(id)
  if (judged === undefined || judged.isEarned) return severity
  return severities[Math.max(severities.indexOf(severity), severities.indexOf("minor"))] ?? severity
}

/** What was judged of one of our rules; undefined for the rules of others and for those that are never above minor. */
function lookUpJudged(id: string): JudgedRule | undefined {
  return Object.hasOwn(inMatureCode, id) ? describeRule(id, inMatureCode[id] ?? NONE) : undefined
}

/** All rules that may be called major or critical, those that have earned it first. */
export function listJudgedRules(): readonly JudgedRule[] {
  return Object.entries(inMatureCode)
    .map(([id, row]) => describeRule(id, row))
    .sort((a, b) => Number(b.isEarned) - Number(a.isEarned) || b.judged - a.judged || (a.id < b.id ? -1 : 1))
}

function describeRule(id: string, [right, deliberate, worthless, wrong]: Row): JudgedRule {
  const matches = { right, deliberate, worthless, wrong }
  const judged = countJudged(matches)
  const precision = estimateInterval({ judged, right: right + deliberate })
  return { id, ...matches, judged, isEarned: hasEarnedMajor(matches), precision }
}

function countJudged({ right, deliberate, worthless, wrong }: JudgedMatches): number {
  return right + deliberate + worthless + wrong
}

type Row = readonly [right: number, deliberate: number, worthless: number, wrong: number]
const NONE: Row = [0, 0, 0, 0]

/**
 * The last twenty judged matches in mature public projects, at most five of one project, with the code around each of
 * them read. Every rule that says it is major or critical has a row.
 */
const inMatureCode: Readonly<Record<string, Row>> = {
  "assert-on-tuple": [0, 0, 0, 0],
  "assertion-not-awaited": [0, 0, 0, 0],
  "assignment-in-condition": [0, 0, 0, 0],
  "async-executor": [2, 0, 0, 0],
  "async-filter": [0, 0, 0, 0],
  "async-for-each": [1, 0, 0, 0],
  "blocking-in-async": [0, 0, 0, 0],
  "breakpoint-left": [0, 0, 0, 0],
  "cloud-key-in-code": [0, 0, 0, 0],
  "command-from-input": [0, 0, 0, 0],
  "command-from-parameter": [0, 0, 0, 0],
  "compared-with-nan": [0, 0, 0, 0],
  "debug-server": [0, 0, 2, 0],
  "debugger-left": [0, 0, 0, 0],
  "deep-write-from-input": [0, 0, 0, 0],
  "deep-write-from-parameter": [0, 0, 0, 0],
  "default-made-once": [0, 0, 0, 0],
  "duplicate-case": [0, 0, 0, 0],
  "duplicate-key": [5, 0, 0, 0],
  "electron-window": [0, 0, 0, 0],
  "eval-of-input": [0, 0, 0, 0],
  "eval-of-parameter": [0, 0, 0, 0],
  "except-with-or": [0, 0, 0, 0],
  "external-entities-on": [0, 0, 0, 0],
  "focused-test": [0, 0, 0, 0],
  "guessable-random": [0, 0, 1, 0],
  "hard-coded-secret": [0, 0, 2, 0],
  "hook-in-branch": [0, 0, 0, 0],
  "host-key-not-checked": [0, 0, 0, 0],
  "html-from-input": [1, 0, 7, 3],
  "index-as-condition": [3, 1, 0, 0],
  "ldap-from-input": [0, 0, 0, 1],
  "list-changed-while-read": [0, 0, 0, 0],
  "literal-compared-by-identity": [5, 0, 0, 0],
  "merge-mark-left": [0, 0, 0, 0],
  "missing-await": [0, 0, 0, 2],
  "misspelt-typeof": [0, 0, 0, 0],
  "mutable-default": [13, 3, 0, 0],
  "old-tls": [0, 0, 0, 0],
  "one-past-the-end": [1, 0, 0, 0],
  "open-security-group": [0, 0, 0, 0],
  "password-in-address": [0, 1, 3, 0],
  "path-from-archive": [0, 0, 0, 0],
  "path-from-input": [0, 0, 0, 1],
  "private-key-in-code": [0, 0, 0, 0],
  "promise-as-condition": [0, 0, 0, 0],
  "query-for-each-row": [1, 0, 1, 0],
  "query-from-input": [0, 0, 0, 1],
  "random-for-secret": [0, 0, 0, 0],
  "rendered-input": [0, 0, 0, 0],
  "request-to-input": [0, 2, 0, 1],
  "result-thrown-away": [0, 0, 0, 0],
  "return-in-finally": [0, 0, 0, 0],
  "secret-as-argument": [0, 1, 0, 0],
  "service-token-in-code": [0, 0, 0, 0],
  "short-key": [0, 0, 0, 0],
  "sorted-as-text": [0, 0, 0, 0],
  "sql-from-input": [0, 0, 0, 0],
  "sync-io-in-handler": [0, 0, 4, 0],
  "template-from-input": [0, 0, 0, 0],
  "tls-check-off": [1, 2, 1, 0],
  "tls-check-off-python": [0, 0, 0, 0],
  "unchecked-certificate": [1, 0, 0, 0],
  "unpickling-input": [0, 0, 0, 0],
  "unpickling-parameter": [0, 0, 0, 0],
  "unsafe-yaml": [0, 0, 0, 0],
  "unsigned-token": [0, 1, 0, 0],
  "unverified-jwt": [0, 0, 0, 0],
  "weak-cipher": [0, 0, 1, 0],
  "weak-hash-for-secret": [0, 5, 2, 0],
  "xml-from-input": [0, 0, 0, 0],
  "xpath-from-input": [0, 0, 0, 0],
}
