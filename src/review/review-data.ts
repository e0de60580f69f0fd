import type { FalsePositiveCount, Insight, Intake, Rejected, ReviewFinding } from "./claims/review-finding.ts"
import type { SarifAnswers } from "./claims/reading/read-sarif.ts"
import type { ReviewedMaterial } from "./claims/reviewed-file.ts"
import type { MergeRule } from "./merge-rule.ts"
import type { Persona } from "../finding/persona.ts"
import type { Severity } from "../finding/severity.ts"

/** Everything a review needs, gathered before any agent is asked. No later step reads the disk. */
export interface Gathered extends ReviewedMaterial {
  readonly depth: Depth
  /** Tests of files under review, for the agents that may see them. */
  readonly tests: readonly {
    readonly path: string
    /** Absent if there are too many tests to read all of them. */
    readonly text?: string | undefined
    /** The files that it tests. */
    readonly of?: readonly string[] | undefined
  }[]
  /** Files outside the scope that files under review import, to judge how they are used. */
  readonly neighbours?: readonly { readonly path: string; readonly text: string }[] | undefined
  /** The largest prompt in tokens; absent if nobody set it. */
  readonly promptTokens?: number | undefined
  /** Absent if nobody set it: findings about the same defect are merged. */
  readonly merge?: MergeRule | undefined
  /** The project's instructions for agents, nearest first. */
  readonly instructions: readonly { readonly path: string; readonly text: string }[]
  /** Instructions that the person or the project adds to every prompt. */
  readonly additional: string
  readonly project: { readonly branch: string; readonly languages: readonly string[]; readonly scope: string }
  /** The instructions that skills give each agent; absent if there are none. */
  readonly skillInstructions: Readonly<Record<string, string>>
  /** Questions that skills add to synthesis, by category. */
  readonly skillQuestions: Readonly<Record<string, readonly string[]>>
  /** Patterns whose matches need no judge, by id. */
  readonly autoValidated: readonly string[]
  readonly skippedAgents: readonly string[]
  /** Reviewers that approved skills define; absent if there are none. */
  readonly reviewers?: readonly { readonly id: string; readonly task: string }[] | undefined
  readonly failedSkills: readonly string[]
  readonly warnings: readonly string[]
  /** Whether prompts contain the code or only the file names. An agent that can read files needs only the names. */
  readonly content: "inline" | "paths"
  /** No agent is asked; the matches of patterns are the review. */
  readonly isOffline?: boolean | undefined
  /** Files in scope that were not read. */
  readonly unread?: readonly UnreadFile[] | undefined
  /** What rules checked, by language; absent for documents, and in runs that were started before it was stored. */
  readonly coverage?: readonly LanguageCoverage[] | undefined
  /** The paths that were asked for, from the root: a test directory that somebody names is reviewed as code. */
  readonly named?: readonly string[] | undefined
  /** The change under review; absent if whole files are reviewed. */
  readonly change?: ReviewedChange | undefined
  /** The results of other programs; absent if none was asked. */
  readonly programs?: ProgramClaims | undefined
  /** Judges are asked about our own findings too; absent in runs that were started before they were. */
  readonly judgesOwn?: boolean | undefined
  /** Patterns that did not finish, and where. */
  readonly incomplete: readonly string[]
  /** The fingerprints in the baseline when the review began; absent in runs that were started before it was stored. */
  readonly decidedBefore?: readonly string[] | undefined
}

/** The results of programs that write SARIF, as answers to check, and what could not be read. */
export interface ProgramClaims {
  readonly said: readonly SarifAnswers[]
  readonly notes: readonly string[]
  /** Programs that could not be started, in words. */
  readonly missing?: readonly string[] | undefined
  /** Programs that ran but gave no readable output. */
  readonly failed?: readonly { readonly name: string; readonly why: string }[] | undefined
}

/** How a review of what is staged calls its scope. */
export const STAGED = "staged changes"

/** How a review of any other change calls its scope begins. */
export const AGAINST = "changes against "

export type Depth = "deep" | "quick"

/** A file in scope that was not reviewed. Every such file is named. */
export interface UnreadFile {
  readonly path: string
  readonly why: string
  /** It should have been reviewed, or may have been: what would have been found in it is unknown. */
  readonly isWanted: boolean
  /** It is part of the change under review. */
  readonly isChanged: boolean
  /** It was read, but there are no rules for this language, or it could not be parsed as such. */
  readonly language?: string | undefined
  readonly isUnparsed?: boolean | undefined
  /** It is in a test, an example or the like of a whole project, whose findings only more thorough personas see. */
  readonly isSecondary?: boolean | undefined
}

/** What rules checked in the files of one language. */
export interface LanguageCoverage {
  /** As options name it: `csharp`. */
  readonly language: string
  /** As people write it: `C#`. */
  readonly name: string
  readonly files: number
  /** How many of them could not be parsed, so that they are not fully checked. */
  readonly unparsed?: number | undefined
  /** How many rules are made for this language; 0 means that its files count as not checked. */
  readonly rules: number
  readonly categories: readonly string[]
  /** What is searched for in files of every language. */
  readonly topics: readonly string[]
  /** How many patterns of skills are searched for in files of every language. */
  readonly others: number
}

/** Commits are identified by their ids, because a branch may move during the review. */
export interface ReviewedChange {
  readonly kind: "staged" | "work-tree" | "commits"
  /** The commit it is compared with; absent in a repository without commits. */
  readonly base?: string | undefined
  /** Absent for staged changes and for the working tree. */
  readonly end?: string | undefined
}

/** Everything a report shows. */
export interface ReviewReport {
  readonly kind: Gathered["kind"]
  /** How deep agents reviewed; `offline` if none was asked. */
  readonly depth: Depth | "offline"
  readonly branch: string
  readonly scope: string
  readonly files: readonly string[]
  /** The categories that were searched: those of the agents that took part. */
  readonly categories: readonly string[]
  /** Worst first; agreement ranks within a severity. */
  readonly findings: readonly ReviewFinding[]
  readonly insights: readonly Insight[]
  readonly rejected: readonly Rejected[]
  readonly invalid: readonly ReviewFinding[]
  readonly falseClaims: Intake["falseClaims"]
  /** Checklist items from skills that reviewers reported as clean. */
  readonly clean?: readonly { readonly agent: string; readonly items: readonly string[] }[] | undefined
  /** How many findings each false-positive rule removed. */
  readonly falsePositives: readonly FalsePositiveCount[]
  readonly tests: readonly string[]
  readonly failedSkills: readonly string[]
  readonly warnings: readonly string[]
  readonly usage: readonly AgentUse[]
  /** Agents that gave no readable answer. */
  readonly failedAgents?: readonly string[] | undefined
  /** Programs that were asked for and could not be started, in words. */
  readonly missingPrograms?: readonly string[] | undefined
  /** Patterns or agents that did not finish. What they would have found is unknown; it does not count as clean. */
  readonly incomplete: readonly string[]
  /** What rules checked, by language. */
  readonly coverage?: readonly LanguageCoverage[] | undefined
  /** What a review of this kind is good for, and what it does not find. */
  readonly limits?: string | undefined
  /** Files in scope that were not read, each with the reason. */
  readonly unread?: readonly UnreadFile[] | undefined
  /** Findings that the baseline removed. */
  readonly decided?: readonly DecidedFinding[]
  /** Findings that are not shown, because only more severe ones were asked for. */
  readonly leftOut?: { readonly below: Severity; readonly findings: number; readonly insights: number }
  /**
   * How many findings are shown only for a more thorough persona, and how many of these are in tests, examples and the
   * like.
   */
  readonly further?: readonly FurtherFindings[]
  /** Of these, our own findings that a judge called invalid and quoted code for. They still count for `--fail-on`. */
  readonly lowered?: readonly ReviewFinding[]
}

export interface FurtherFindings {
  readonly persona: Persona
  readonly findings: number
  readonly apart: number
}

/** A finding that somebody decided about before, and what was decided. */
export interface DecidedFinding {
  readonly finding: ReviewFinding
  readonly status: "accepted" | "wont-fix" | "false-positive"
  readonly reason: string
  /**
   * same: identical fingerprint. moved: the same code and issue at another place. cause: another place where the same
   * rule found the same code, which was decided to be a false positive. marker: an intent marker in the code accepts it.
   */
  readonly match: "same" | "moved" | "cause" | "marker"
  /** For `cause`: the file for which it was decided. */
  readonly decidedFor?: string
  /** The decision was recorded after the review began. */
  readonly isLater?: boolean
}

export interface AgentUse {
  readonly phase: string
  readonly agent: string
  readonly status: "completed" | "failed" | "skipped"
  readonly milliseconds?: number | undefined
  /** If nobody measured the agent itself: from the beginning of the step until its answer arrived. */
  readonly waited?: number | undefined
  readonly tokens?: number
  readonly money?: number | undefined
  readonly findings: number
  /** The run and dispatch that prove the agent was asked. */
  readonly task: string
}
