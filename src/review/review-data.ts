import type { FalsePositiveCount, Insight, Intake, Rejected, ReviewFinding } from "../claims/review-finding.ts"
import type { SarifAnswers } from "../claims/reading/sarif-answers.ts"
import type { ReviewedMaterial } from "../claims/reviewed-file.ts"
import type { Persona } from "../finding/persona.ts"
import type { Severity } from "../finding/severity.ts"

/** Everything a review is about, gathered before any agent is asked. It is data: no step looks at a disk again. */
export interface Gathered extends ReviewedMaterial {
  readonly depth: Depth
  /** Tests that belong to files under review, for the agents that may see them. */
  readonly tests: readonly {
    readonly path: string
    readonly text: string
    /** The files that it tests. */
    readonly of?: readonly string[] | undefined
  }[]
  /** Files outside the scope that files under review import, to judge how they are used. */
  readonly neighbours?: readonly { readonly path: string; readonly text: string }[] | undefined
  /** The most tokens that a prompt may have; absent where nobody said. */
  readonly promptTokens?: number | undefined
  /** What the project tells agents, nearest first. */
  readonly instructions: readonly { readonly path: string; readonly text: string }[]
  /** What the person or the project adds to every prompt. */
  readonly additional: string
  readonly project: { readonly branch: string; readonly languages: readonly string[]; readonly scope: string }
  /** For each agent the text its skills mean for it; absent where they mean nothing. */
  readonly skillInstructions: Readonly<Record<string, string>>
  /** Questions that skills add to synthesis, by category. */
  readonly skillQuestions: Readonly<Record<string, readonly string[]>>
  /** Patterns whose matches need no judge, by id. */
  readonly autoValidated: readonly string[]
  readonly skippedAgents: readonly string[]
  readonly failedSkills: readonly string[]
  readonly warnings: readonly string[]
  /** Whether prompts carry the code, or only name the files: an agent of ours that reads them itself needs no more. */
  readonly content: "inline" | "paths"
  /** Nobody is asked: what patterns found is the review. */
  readonly isOffline?: boolean | undefined
  /** What is in scope and was not read. */
  readonly unread?: readonly UnreadFile[] | undefined
  /** What was named, by paths from the root: a folder of tests that somebody names is reviewed as code. */
  readonly named?: readonly string[] | undefined
  /** The change under review; absent where whole files are. */
  readonly change?: ReviewedChange | undefined
  /** What other programs said; absent where none was asked. */
  readonly programs?: ProgramClaims | undefined
  /** Patterns that did not come to an end, and where. */
  readonly incomplete: readonly string[]
}

/** What programs that write SARIF said, as answers to be checked, and what of it was not read. */
export interface ProgramClaims {
  readonly said: readonly SarifAnswers[]
  readonly notes: readonly string[]
  /** Programs that were asked for and could not be started, in words. */
  readonly missing?: readonly string[] | undefined
  /** Programs that were started and gave nothing that could be read. */
  readonly failed?: readonly { readonly name: string; readonly why: string }[] | undefined
}

export type Depth = "deep" | "quick"

/** A file in scope that was not reviewed. Nothing is left out without its name. */
export interface UnreadFile {
  readonly path: string
  readonly why: string
  /** It is, or may be, of the kind that was to be reviewed: what would have been found in it is unknown. */
  readonly isWanted: boolean
  /** It is part of the change under review. */
  readonly isChanged: boolean
}

/** Commits are named by their ids: a branch may move while it is reviewed. */
export interface ReviewedChange {
  readonly kind: "staged" | "work-tree" | "commits"
  /** What it is compared with; absent in a repository without commits. */
  readonly base?: string | undefined
  /** Absent for what is staged or in the work tree. */
  readonly end?: string | undefined
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
  /** What reviewers acknowledged as clean of the checklists that skills gave them. */
  readonly clean?: readonly { readonly agent: string; readonly items: readonly string[] }[] | undefined
  /** How often each false-positive rule took a finding out. */
  readonly falsePositives: readonly FalsePositiveCount[]
  readonly tests: readonly string[]
  readonly failedSkills: readonly string[]
  readonly warnings: readonly string[]
  readonly usage: readonly AgentUse[]
  /** Agents that gave no answer, or none that could be read. */
  readonly failedAgents?: readonly string[] | undefined
  /** Patterns or agents that did not come to an end: what they would have seen is unknown, not clean. */
  readonly incomplete: readonly string[]
  /** What was in scope and not read, each with the reason. */
  readonly unread?: readonly UnreadFile[] | undefined
  /** What a baseline takes out. */
  readonly decided?: readonly DecidedFinding[]
  /** What was held and is not shown, because somebody asked for the worse ones only. */
  readonly leftOut?: { readonly below: Severity; readonly findings: number; readonly insights: number }
  /** What is told to a more thorough persona only, and how much of it is in tests, examples and the like. */
  readonly further?: readonly FurtherFindings[]
}

export interface FurtherFindings {
  readonly persona: Persona
  readonly findings: number
  readonly apart: number
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
  readonly milliseconds?: number | undefined
  readonly tokens?: number
  readonly money?: number | undefined
  readonly findings: number
  /** Which dispatch of which run: the proof that it was asked. */
  readonly task: string
}
