import type { Confidence, Severity } from "./severity.ts"

/** One thing in code or in a skill that somebody should look at. */
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
  /** The text that shows it, exactly as in the file. */
  readonly evidence: string
  readonly fix?: string
  /** What was found, always in the same words: the flag, the address, the command. */
  readonly fact?: string | undefined
  /** Other places in the same skill where the same fact was found. */
  readonly also?: readonly FindingPlace[]
  readonly provenance?: Provenance
  readonly verdict?: Verdict | undefined
  /** Stays the same in later runs, even when lines were inserted above. */
  readonly fingerprint: string
}

/** Another place of the same fact. */
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

/** Why a finding does not count. */
export interface Suppression {
  readonly kind: "inline" | "baseline"
  readonly reason: string
}

/** By place, so that the same findings are always in the same order. */
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
