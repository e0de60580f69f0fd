import type { Confidence, Severity } from "../../finding/severity.ts"

/** Lines of a file, from 1, both included. */
export interface LineSpan {
  readonly line: number
  readonly endLine: number
}

/** A claim before it is checked. All texts are clean; `quote` and `diff` are as written. */
export interface StatedFinding extends LineSpan {
  readonly title: string
  readonly file: string
  readonly severity: Severity
  /** The word for its kind; empty if none is given. */
  readonly category: string
  readonly description: string
  readonly confidence: Confidence
  readonly quote: string
  readonly patch: StatedPatch
  /** Ids of patterns it claims to match. */
  readonly patterns: readonly string[]
  readonly extras: Readonly<Record<string, string>>
}

export interface StatedPatch {
  readonly diff: string
  readonly prompt: string
}
