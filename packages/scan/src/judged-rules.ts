import { type Severity, severities } from "./severity.ts"
import { estimateInterval, type Interval } from "./rule-evidence.ts"

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

/** The last twenty judged matches in mature public projects, each read by a person; bench/majors.md says in which. */
const inMatureCode: Readonly<Record<string, Row>> = {}
