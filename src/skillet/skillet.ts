import type { PromptExplanation, PromptQuestion } from "../tasks/io/explain-for-prompt.ts"
import type { AuditReport, AuditSkillsOptions } from "../audit/io/audit-skills.ts"
import type { CatalogSkill, ShadowedSkill } from "../catalog/catalog.ts"
import type { LintOptions, LintReport } from "../catalog/io/lint/lint-skills.ts"
import type { CompareHostsOptions } from "../catalog/io/skills/compare-hosts.ts"
import type { CopyDiff } from "../catalog/io/skills/diff-copies.ts"
import type { EvaluateOptions, SkillEvaluations } from "../catalog/io/evals/evaluate-skills.ts"
import type { MatchAnswer } from "../catalog/io/skills/match-skills.ts"
import type { ShownSkill } from "../catalog/io/skills/show-skill.ts"
import type { CatalogChange, CatalogWatch, CatalogWatchOptions } from "../catalog/io/watch/watch-catalog.ts"
import type { HostComparison } from "../catalog/names/compare-hosts.ts"
import type { Explanation } from "../catalog/names/explain-for-hosts.ts"
import type { Need } from "../inbox/list-needs.ts"
import type { Examination } from "../doctor/io/examine.ts"
import type { RenderedSkill, RenderOptions } from "../render/io/open-renderer.ts"
import type { WorkflowSession } from "../workflow/io/load-workflows.ts"
import type { SkilletAgents } from "./open-skillet-agents.ts"
import type { SkilletFixes } from "./open-skillet-fixes.ts"
import type { SkilletProfiles } from "./open-skillet-profiles.ts"
import type { SkilletAuthoring } from "./open-skillet-authoring.ts"
import type { SkilletInstalls } from "./open-skillet-installs.ts"
import type { SkilletJobs } from "./open-skillet-jobs.ts"
import type { SkilletAudits } from "./open-skillet-audits.ts"
import type { SkilletReviews } from "./open-skillet-reviews.ts"
import type { SkilletRuns } from "./open-skillet-runs.ts"
import type { SkilletSchedules } from "./open-skillet-schedules.ts"
import type { SkilletSessions } from "./open-skillet-sessions.ts"
import type { SkilletState } from "./open-skillet-state.ts"
import type { SkilletTasks } from "./open-skillet-tasks.ts"
import type { SkilletTrust } from "./open-skillet-trust.ts"
import type { SkilletWorkflows } from "./open-skillet-workflows.ts"
import type { ConductedReview } from "../review/conduct-review.ts"
import type { ReviewOptions } from "../review/io/review-project.ts"

export interface InboxFilter {
  /** Of all projects. */
  readonly all?: boolean | undefined
  /** Only what is about this run. */
  readonly run?: string | undefined
}

/**
 * Everything that can be done from one directory, with the verbs of the command line.
 *
 * 1. Wrong input to a verb is a SkilletError with a code and a next step, and then nothing was done.
 * 2. Problems in files that were read are in the result, next to everything that could still be read.
 * 3. What a verb needs is loaded and opened when it is first called, and `close` closes it.
 */
export interface Skillet extends WorkflowSession {
  /** The skill with a name: the copy that wins, or the one that the reference names. */
  find(ref: string): Promise<CatalogSkill | ShadowedSkill>
  show(ref: string): Promise<ShownSkill>
  /** Every copy of a skill, which one wins for each host, and by which rule. */
  why(ref: string): Promise<Explanation>
  /** What a prompt would do with a skill, for each host: the first thing that prevents it from being chosen, and proof. */
  explainPrompt(ref: string, question: PromptQuestion): Promise<PromptExplanation>
  /** How the copies of a skill differ, file by file. */
  diff(ref: string): Promise<CopyDiff>
  /** How the agents of this machine see every skill; all known agents if none is found here. */
  compareHosts(options?: CompareHostsOptions): Promise<HostComparison>
  /** The skills that fit a request, best first (default: at most five). */
  match(request: string, limit?: number): Promise<MatchAnswer>
  /** How well the requests in the directories of skills find them (default: of all skills). No agent is asked. */
  evaluate(refs?: readonly string[], options?: EvaluateOptions): Promise<SkillEvaluations>
  /** The text that the model gets. It remembers what the model has already received. */
  render(ref: string, options?: RenderOptions): Promise<RenderedSkill>
  lint(options?: Partial<LintOptions>): Promise<LintReport>
  audit(options?: AuditSkillsOptions): Promise<AuditReport>
  /** Reviews the project, by default offline. With agent `host` the caller continues the run. */
  review(options?: ReviewOptions): Promise<ConductedReview>
  readonly reviews: SkilletReviews
  readonly audits: SkilletAudits
  /** Everything that waits for a person, in this project or in all, the most urgent first. */
  inbox(filter?: InboxFilter): Promise<readonly Need[]>
  /** What is wrong on this machine. */
  examine(onProgress?: (done: number, all: number) => void): Promise<Examination>
  /** Calls back when the catalog changes, until it is closed. */
  watch(onChange: (change: CatalogChange) => void, how?: CatalogWatchOptions): Promise<CatalogWatch>
  readonly trust: SkilletTrust
  readonly installs: SkilletInstalls
  readonly profiles: SkilletProfiles
  readonly fixes: SkilletFixes
  readonly authoring: SkilletAuthoring
  readonly workflows: SkilletWorkflows
  readonly runs: SkilletRuns
  readonly jobs: SkilletJobs
  readonly tasks: SkilletTasks
  readonly agents: SkilletAgents
  readonly schedules: SkilletSchedules
  readonly sessions: SkilletSessions
  readonly state: SkilletState
}
