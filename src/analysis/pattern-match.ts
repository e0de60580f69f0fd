import type { Finding } from "../finding/finding.ts"
import type { Severity } from "../finding/severity.ts"

/** A pattern that matched, whoever claims it. */
export interface PatternMatch {
  readonly rule: string
  readonly title: string
  readonly file: string
  readonly line: number
  readonly endLine: number
  readonly category: string
  readonly severity: Severity
  readonly confidence: Finding["confidence"]
  readonly description: string
  readonly evidence: string
  readonly fix?: string | undefined
  readonly cwe?: string | undefined
  /** Precise enough that nobody need judge it. */
  readonly autoValidated: boolean
}
