import type { FlowStep } from "../../finding/flow-step.ts"
import type { Persona } from "../../finding/persona.ts"
import type { Finding, FindingRange } from "../../finding/finding.ts"
import type { Severity } from "../../finding/severity.ts"

/** A match of a pattern, no matter who claims it. */
export interface PatternMatch {
  readonly rule: string
  readonly title: string
  readonly file: string
  readonly line: number
  readonly endLine: number
  readonly range?: FindingRange | undefined
  readonly category: string
  readonly severity: Severity
  readonly confidence: Finding["confidence"]
  /** The least thorough persona that sees it; absent: everyone does. */
  readonly persona?: Persona | undefined
  readonly description: string
  readonly evidence: string
  readonly fix?: string | undefined
  readonly cwe?: string | undefined
  /** Precise enough to need no judge. */
  readonly autoValidated: boolean
  /** From the input to the sink, if a data flow was found. */
  readonly steps?: readonly FlowStep[] | undefined
}
