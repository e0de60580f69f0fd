import type { Confidence, Severity } from "./severity.ts"

/** One thing somebody should look at, found in code or in a skill. */
export interface Finding {
  /** The rule's id, or the name of the pattern or agent that found it. */
  readonly rule: string
  readonly title: string
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly range?: FindingRange
  readonly category: string
  readonly severity: Severity
  readonly confidence: Confidence
  /** Why it matters. */
  readonly description: string
  /** The text it rests on, as it is in the file. */
  readonly evidence: string
  readonly fix?: string
  /** What was found, in the same words wherever it is found: the flag, the address, the command. */
  readonly fact?: string | undefined
  /** The other places of the same skill where the same fact is found. */
  readonly also?: readonly FindingPlace[]
  readonly provenance?: Provenance
  readonly verdict?: Verdict
  /** The same finding in a later run has the same one, also when lines were inserted above it. */
  readonly fingerprint: string
}

/** Where a fact is found once more. */
export interface FindingPlace {
  readonly rule: string
  readonly file: string
  readonly line: number
  readonly evidence: string
  readonly fingerprint: string
}

/** Lines and columns from 1; the end column is after the last character. */
export interface FindingRange {
  readonly startLine: number
  readonly startColumn: number
  readonly endLine: number
  readonly endColumn: number
}

/** Who found it, and how. */
export interface Provenance {
  readonly agent?: string
  readonly round?: string
  readonly pattern?: string
  /** How the text was hidden before it was decoded, outermost first. */
  readonly decoded?: readonly string[]
}

export type Verdict = "valid" | "invalid" | "downgraded"

/** Why a finding is not held against anyone. */
export interface Suppression {
  readonly kind: "inline" | "baseline"
  readonly reason: string
}

/** By place: the same findings are always in the same order. */
export function compareByPlace(a: Finding, b: Finding): number {
  return (
    compareText(a.file, b.file) ||
    a.line - b.line ||
    (a.range?.startColumn ?? 0) - (b.range?.startColumn ?? 0) ||
    compareText(a.rule, b.rule) ||
    compareText(a.evidence, b.evidence)
  )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
