import type { DomainSettings } from "../settings/domain-settings.ts"
import type { Inspection } from "../workflow/review-policy.ts"
import type { Role } from "../workflow/roles.ts"
import type { Evidence } from "../workflow/workflow.ts"

export type PhaseCheck = Extract<Evidence, { kind: "command" | Inspection }>

/** A composite skill as data: phases, each done by one agent, that together form one job. */
export interface Composite {
  readonly name: string
  readonly description: string
  /** What it makes: a request to build or write one of these is for it. */
  readonly makes?: readonly string[] | undefined
  readonly phases: readonly Phase[]
  readonly criteria: readonly Criterion[]
  /** The phase to go back to when a criterion or a check fails. */
  readonly criteriaTarget?: string | undefined
  /** What must be true before completion: commands that succeed, under the shell policy, and inspections. */
  readonly checks: readonly PhaseCheck[]
  readonly constraints: readonly string[]
  readonly standards: readonly string[]
  readonly artifacts: readonly string[]
  /** A memory agent checks every transition. */
  readonly memoryAgent: boolean
  /** The request is thought through before the first phase. */
  readonly reasoning: boolean
  /** The sequence was planned for this request; no skill directory contains it. */
  readonly isDynamic?: boolean | undefined
  /** If the words of the request do not settle its domain, a model is asked. */
  readonly asksDomain?: boolean | undefined
  /** What the settings added to the domains when the job was started. */
  readonly domains?: DomainSettings | undefined
  /** The reasoning that was done before the skill was chosen. */
  readonly thought?: Thought | undefined
  /** Only of a job that thinks a request through: what it chooses from, for which job. */
  readonly choosing?: Choosing | undefined
  /** Each phase and each attempt has a memory file of its own. Absent in jobs that were started earlier. */
  readonly ownFiles?: boolean | undefined
}

/** Reasoning about a request that another job, or somebody else, did before. */
export interface Thought {
  /** The id of that job, or of a session elsewhere. */
  readonly session: string
  /** Its memory file, if it is a job. */
  readonly file?: string | undefined
}

/** What a job that thinks a request through chooses from, and what the job after it was asked for. */
export interface Choosing {
  readonly skills: readonly string[]
  readonly route?: "skill" | "dynamic" | undefined
  readonly flags: readonly string[]
}

export const phaseTypes = ["LINEAR", "OPTIONAL", "ITERATIVE", "REMEDIATION", "PARALLEL"] as const
export type PhaseType = (typeof phaseTypes)[number]

export const contextPatterns = ["WORKFLOW_ONLY", "IMMEDIATE_PREDECESSORS", "MULTIPLE_PREDECESSORS"] as const
export type ContextPattern = (typeof contextPatterns)[number]

export interface Phase {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly type: PhaseType
  readonly agent: Role
  /** The agent's instructions for this phase, as Markdown. */
  readonly content: string
  /** The id of a phase, or `end`. Only this explicit value ends a composite; a missing one never does. */
  readonly next: string
  /** A flag that must be set for it to take place. */
  readonly trigger?: string | undefined
  /** A flag that skips it. */
  readonly skipCondition?: string | undefined
  readonly configuration: Readonly<Record<string, string>>
  readonly iterationAgents: readonly Role[]
  readonly remediationTarget?: string | undefined
  readonly maxRemediation: number
  readonly branches: readonly Branch[]
  readonly context: PhaseContext
}

export interface Branch {
  readonly name: string
  readonly agent: Role
  readonly content: string
  /** If it fails, the job stops. */
  readonly failOnError: boolean
}

/** Which memory files an agent gets. Absent lists: as the pattern says. */
export interface PhaseContext {
  readonly pattern: ContextPattern
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

export const criterionLevels = ["must", "should", "nice", "never"] as const

/** What the result is checked against, one by one. `never`: it must not be true. */
export interface Criterion {
  readonly id: string
  readonly text: string
  readonly level: (typeof criterionLevels)[number]
}

export const END_PHASE = "end"

/** What an agent that chooses a skill answers if none fits. */
export const NO_SKILL = "none"

/** The command that verifies memory files and reports them. */
export const ADVANCE = "orchestrate advance"

/** The step after failed checks, and the value with what they found. */
export const CHECKS_BACK = "checks-back"
export const CHECKS_FOUND = "checks-found"
