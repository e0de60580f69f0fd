import type { SentPattern } from "../../analysis/patterns/compile-patterns.ts"

/** What a scanning thread is told first. */
export interface ScanSetup {
  readonly trusted: readonly SentPattern[]
  readonly untrusted: readonly SentPattern[]
  /** The ids of the structural rules. */
  readonly rules: readonly string[]
  /** Every id a step can be, in the order of the steps' numbers. */
  readonly steps: readonly string[]
}

export interface ScanJob {
  readonly file: string
  /** Rules that are not tried on this file: they did not end. */
  readonly without: readonly string[]
}

export type ScanAnswer =
  | {
      readonly kind: "scanned"
      readonly found: readonly FoundMatch[]
      /** Rules that the file is nested too deeply for. */
      readonly tooDeep: readonly string[]
    }
  | { readonly kind: "unreadable"; readonly message: string }

/** A match as a thread finds it: places from 1, the end column behind the last character. */
export interface FoundMatch {
  readonly rule: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  readonly evidence: string
}
