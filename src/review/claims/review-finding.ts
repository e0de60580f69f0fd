import type { FlowStep } from "../../finding/flow-step.ts"
import type { Persona } from "../../finding/persona.ts"
import type { Finding, Provenance } from "../../finding/finding.ts"
import type { Severity } from "../../finding/severity.ts"

/** A finding of a review: what it is, who reported it, and what happened to it. */
export interface ReviewFinding extends Finding {
  /** Stable within a run: the name used in prompts and verdicts. */
  readonly id: string
  readonly endLine: number
  /** The same for the same code in a renamed file. */
  readonly codeFingerprint?: string | undefined
  /** Our own patterns or rules found it: no agent can remove it or lower its severity, but see `lowered`. */
  readonly isOwn?: boolean | undefined
  /** From the input to the sink, if a data flow was found. */
  readonly steps?: readonly FlowStep[] | undefined
  /** The least thorough persona that sees it; absent: everyone does. */
  readonly persona?: Persona | undefined
  /** The kind of its file, if that makes it secondary: `test`, `example`. */
  readonly place?: string | undefined
  readonly patch?: Patch | undefined
  /** Additional fields of its category: an attack vector, an impact. */
  readonly extras: Readonly<Record<string, string>>
  /** Everyone who reported it, in their own words. */
  readonly saidBy: readonly Said[]
  /** The pattern that proves it, matched by us at these lines. */
  readonly proof?: { readonly pattern: string; readonly line: number }
  /** One of our own that a judge called invalid, quoting the code: it is shown only to more thorough personas. */
  readonly lowered?: Lowered | undefined
  /** Why it is valid, invalid, or less severe than claimed. */
  readonly reason?: string
  /** Ids of findings at the same place that are about something else. */
  readonly related: readonly string[]
}

/** What a judge said about one of our findings, and where the code is that it quoted. */
export interface Lowered {
  readonly reason: string
  readonly quoted: { readonly file: string; readonly line: number }
}

export interface Said extends Provenance {
  /** Which part of the scope the agent saw; absent if there was only one. */
  readonly part?: number | undefined
  /** The category under which it was reported, if that differs from the finding's own. */
  readonly category?: string
  /** The lines where it was reported, if they differ from the finding's own. */
  readonly lines?: readonly [first: number, last: number] | undefined
  readonly title: string
  readonly description: string
  readonly severity: Severity
}

/** diff: a complete change in one place. prompt: what to ask an agent for. */
export type Patch =
  | { readonly kind: "diff"; readonly diff: string }
  | { readonly kind: "prompt"; readonly prompt: string }

/** What was rejected of an answer, and why. Nothing disappears. */
export interface Rejected {
  readonly agent: string
  readonly round: string
  readonly why: RejectedWhy
  /** The beginning of the rejected text. */
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

/** The result of reading one answer. */
export interface Intake {
  readonly findings: readonly ReviewFinding[]
  readonly rejected: readonly Rejected[]
  /** Claimed patterns that do not match: the findings stay and are judged. */
  readonly falseClaims: readonly { readonly agent: string; readonly pattern: string; readonly finding: string }[]
}

export interface JudgeVerdict {
  readonly id: string
  readonly verdict: "valid" | "invalid" | "downgrade"
  readonly severity?: Severity
  readonly reason: string
  /** Code that proves the verdict, as the judge copied it, and the line on which it says it is. */
  readonly quote?: string
  readonly line?: number
  /** The number of the false-positive rule that it names as the reason, from 1. */
  readonly rule?: number
}

/** Something that two findings of different kinds mean together. */
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

/** How often a false-positive rule removed a finding. */
export interface FalsePositiveCount {
  readonly rule: string
  readonly count: number
}
