import type { Finding, Provenance } from "../finding/finding.ts"
import type { Severity } from "../finding/severity.ts"

/** Everything a review is about, gathered before any agent is asked. It is data: no step looks at a disk again. */
export interface Gathered {
  readonly depth: Depth
  readonly kind: "code" | "docs"
  /** `src/a.ts` as people write it: from the project's root, with slashes. */
  readonly files: readonly GatheredFile[]
  /** Tests that belong to files under review, for the agents that may see them. */
  readonly tests: readonly { readonly path: string; readonly text: string }[]
  /** What the project tells agents, nearest first. */
  readonly instructions: readonly { readonly path: string; readonly text: string }[]
  /** What the person or the project adds to every prompt. */
  readonly additional: string
  readonly project: { readonly branch: string; readonly languages: readonly string[]; readonly scope: string }
  /** For each agent the text its skills mean for it; absent where they mean nothing. */
  readonly skillInstructions: Readonly<Record<string, string>>
  /** Questions that skills add to synthesis, by category. */
  readonly skillQuestions: Readonly<Record<string, readonly string[]>>
  readonly falsePositiveRules: readonly string[]
  /** Patterns whose matches need no judge, by id. */
  readonly autoValidated: readonly string[]
  readonly skippedAgents: readonly string[]
  readonly failedSkills: readonly string[]
  readonly warnings: readonly string[]
  /** Whether prompts carry the code, or only name the files: an agent of ours that reads them itself needs no more. */
  readonly content: "inline" | "paths"
  /** What patterns found in these files: computed by us, before anybody claims anything. */
  readonly matches: readonly PatternMatch[]
  /** Patterns that did not come to an end, and where. */
  readonly incomplete: readonly string[]
}

export type Depth = "deep" | "quick"

export interface GatheredFile {
  readonly path: string
  readonly language: string
  readonly text: string
  /** The lines that a change added, from 1; absent where whole files are reviewed. */
  readonly changed?: readonly number[]
  readonly diff?: string
  /** Read first: a skill names it. */
  readonly isPriority: boolean
  readonly isTest: boolean
  readonly isGenerated: boolean
}

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
  readonly fix?: string
  readonly cwe?: string
  /** Precise enough that nobody need judge it. */
  readonly autoValidated: boolean
}

/** A finding of a review: what it is, who said so, and what became of it. */
export interface ReviewFinding extends Finding {
  /** Stable within a run: what prompts and verdicts call it. */
  readonly id: string
  readonly endLine: number
  readonly mend?: Mend
  /** What its category adds: an attack vector, an impact. */
  readonly extras: Readonly<Record<string, string>>
  /** Everyone who reported it, in their words. */
  readonly saidBy: readonly Said[]
  /** The pattern that proves it, matched by us at these lines. */
  readonly proof?: { readonly pattern: string; readonly line: number }
  /** Why it holds, does not, or weighs less than was said. */
  readonly reason?: string
  /** Ids of findings at the same place that are about something else. */
  readonly related: readonly string[]
}

export interface Said extends Provenance {
  /** What they filed it under; absent when that is the finding's own category. */
  readonly category?: string
  readonly title: string
  readonly description: string
  readonly severity: Severity
}

/** diff: a complete change in one place. prompt: what to ask an agent for. */
export type Mend =
  | { readonly kind: "diff"; readonly diff: string }
  | { readonly kind: "prompt"; readonly prompt: string }

/** What was not taken of an answer, and why. Nothing disappears. */
export interface Rejected {
  readonly agent: string
  readonly round: string
  readonly why: RejectedWhy
  /** The beginning of what was said. */
  readonly text: string
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
  | "false-claim"

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
  readonly mend?: Mend
  readonly reason?: string
}

/** Everything a report shows. */
export interface ReviewReport {
  readonly kind: Gathered["kind"]
  readonly depth: Depth
  readonly branch: string
  readonly scope: string
  readonly files: readonly string[]
  /** What was looked for: the categories of the agents that took part. */
  readonly categories: readonly string[]
  /** Worst first; agreement ranks within a severity. */
  readonly findings: readonly ReviewFinding[]
  readonly insights: readonly Insight[]
  readonly rejected: readonly Rejected[]
  readonly invalid: readonly ReviewFinding[]
  readonly falseClaims: Intake["falseClaims"]
  /** How often each false-positive rule took a finding out. */
  readonly falsePositives: readonly { readonly rule: string; readonly count: number }[]
  readonly tests: readonly string[]
  readonly failedSkills: readonly string[]
  readonly warnings: readonly string[]
  readonly usage: readonly AgentUse[]
  /** Patterns or agents that did not come to an end: what they would have seen is unknown, not clean. */
  readonly incomplete: readonly string[]
  /** What was held and is not shown, because somebody asked for the worse ones only. */
  /** What a baseline takes out. */
  readonly decided?: readonly DecidedFinding[]
  readonly leftOut?: { readonly below: Severity; readonly findings: number; readonly insights: number }
}

/** A finding that somebody decided about before, and what was decided. */
export interface DecidedFinding {
  readonly finding: ReviewFinding
  readonly status: "accepted" | "wont-fix"
  readonly reason: string
  /** same: by its fingerprint. moved: the same code and issue at another place. */
  readonly match: "same" | "moved"
}

export interface AgentUse {
  readonly phase: string
  readonly agent: string
  readonly status: "completed" | "failed" | "skipped"
  readonly milliseconds?: number
  readonly tokens?: number
  readonly money?: number
  readonly findings: number
  /** Which dispatch of which run: the proof that it was asked. */
  readonly task: string
}
