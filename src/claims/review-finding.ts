import type { FlowStep } from "../finding/flow-step.ts"
import type { Persona } from "../finding/persona.ts"
import type { Finding, Provenance } from "../finding/finding.ts"
import type { Severity } from "../finding/severity.ts"

/** A finding of a review: what it is, who said so, and what became of it. */
export interface ReviewFinding extends Finding {
  /** Stable within a run: what prompts and verdicts call it. */
  readonly id: string
  readonly endLine: number
  /** The same for the same code in a renamed file. */
  readonly codeFingerprint?: string | undefined
  /** Our own patterns or rules found it: no agent can take it away or make less of it. */
  readonly isOwn?: boolean | undefined
  /** From the input to the sink, where a flow of data was found. */
  readonly steps?: readonly FlowStep[] | undefined
  /** The first persona that is told; without one, everybody is. */
  readonly persona?: Persona | undefined
  /** What kind of place its file is, where that sets it apart: `test`, `example`. */
  readonly place?: string | undefined
  readonly patch?: Patch | undefined
  /** What its category adds: an attack vector, an impact. */
  readonly extras: Readonly<Record<string, string>>
  /** Everyone who reported it, in their words. */
  readonly saidBy: readonly Said[]
  /** The pattern that proves it, matched by us at these lines. */
  readonly proof?: { readonly pattern: string; readonly line: number }
  /** Why it holds, does not, or is less severe than was said. */
  readonly reason?: string
  /** Ids of findings at the same place that are about something else. */
  readonly related: readonly string[]
}

export interface Said extends Provenance {
  /** Which part of the scope it was shown; absent if there was one. */
  readonly part?: number | undefined
  /** What they filed it under; absent when that is the finding's own category. */
  readonly category?: string
  readonly title: string
  readonly description: string
  readonly severity: Severity
}

/** diff: a complete change in one place. prompt: what to ask an agent for. */
export type Patch =
  | { readonly kind: "diff"; readonly diff: string }
  | { readonly kind: "prompt"; readonly prompt: string }

/** What was not taken of an answer, and why. Nothing disappears. */
export interface Rejected {
  readonly agent: string
  readonly round: string
  readonly why: RejectedWhy
  /** The beginning of what was said. */
  readonly text: string
  /** How many it stands for; absent for one. */
  readonly count?: number | undefined
}

export type RejectedWhy =
  | "unreadable"
  | "not-a-finding"
  | "no-such-file"
  | "no-such-line"
  | "code-not-there"
  | "outside-change"
  | "skip-zone"
  | "below-threshold"
  | "too-many"
  | "false-positive-rule"
  | "no-such-finding"
  | "judged-invalid"
  | "repeated"

/** What one answer gave. */
export interface Intake {
  readonly findings: readonly ReviewFinding[]
  readonly rejected: readonly Rejected[]
  /** Patterns that were claimed and do not match: the findings stay and are judged. */
  readonly falseClaims: readonly { readonly agent: string; readonly pattern: string; readonly finding: string }[]
}

export interface Verdict {
  readonly id: string
  readonly verdict: "valid" | "invalid" | "downgrade"
  readonly severity?: Severity
  readonly reason: string
}

/** Something two findings of different kinds mean together. */
export interface Insight {
  readonly id: string
  readonly title: string
  readonly related: readonly [string, string]
  readonly text: string
  readonly category: string
  readonly severity: Severity
  readonly file: string
  readonly line: number
  readonly patch?: Patch | undefined
  readonly reason?: string
}

/** How often a false-positive rule took a finding out. */
export interface FalsePositiveCount {
  readonly rule: string
  readonly count: number
}
