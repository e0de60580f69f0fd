import type { AuditReport, AuditSkillsOptions } from "../audit/io/audit-skills.ts"
import type { CatalogSkill, ShadowedSkill } from "../catalog/catalog.ts"
import type { LintOptions, LintReport } from "../catalog/io/lint/lint-skills.ts"
import type { MatchAnswer } from "../catalog/io/skills/match-skills.ts"
import type { ShownSkill } from "../catalog/io/skills/show-skill.ts"
import type { CatalogChange, CatalogWatch, CatalogWatchOptions } from "../catalog/io/watch/watch-catalog.ts"
import type { Explanation } from "../catalog/names/explain-for-hosts.ts"
import type { Examination } from "../doctor/io/examine.ts"
import type { RenderedSkill, Renderer, RenderOptions } from "../render/io/open-renderer.ts"
import type { WorkflowSession } from "../workflow/io/load-workflows.ts"
import { defer } from "./defer.ts"
import { openPlaces, type Places } from "./open-places.ts"
import type { SkilletAgents } from "./open-skillet-agents.ts"
import type { SkilletAuthoring } from "./open-skillet-authoring.ts"
import type { SkilletJobs } from "./open-skillet-jobs.ts"
import type { SkilletRuns } from "./open-skillet-runs.ts"
import type { SkilletState } from "./open-skillet-state.ts"
import type { SkilletTasks } from "./open-skillet-tasks.ts"
import type { SkilletTrust } from "./open-skillet-trust.ts"
import type { SkilletWorkflows } from "./open-skillet-workflows.ts"
import { openWorkflowSession } from "./open-workflow-session.ts"
import type { OpenOptions } from "./options.ts"
import type { ConductedReview } from "../review/conduct-review.ts"
import type { ReviewOptions } from "../review/io/review-project.ts"

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
  /** The skills that fit a request, best first (default: at most five). */
  match(request: string, limit?: number): Promise<MatchAnswer>
  /** The text that the model gets. It remembers what the model has already received. */
  render(ref: string, options?: RenderOptions): Promise<RenderedSkill>
  lint(options?: Partial<LintOptions>): Promise<LintReport>
  audit(options?: AuditSkillsOptions): Promise<AuditReport>
  /** Reviews the project, by default offline. With agent `host` the caller continues the run. */
  review(options?: ReviewOptions): Promise<ConductedReview>
  /** What is wrong on this machine. */
  examine(onProgress?: (done: number, all: number) => void): Promise<Examination>
  /** Calls back when the catalog changes, until it is closed. */
  watch(onChange: (change: CatalogChange) => void, how?: CatalogWatchOptions): Promise<CatalogWatch>
  readonly trust: SkilletTrust
  readonly authoring: SkilletAuthoring
  readonly workflows: SkilletWorkflows
  readonly runs: SkilletRuns
  readonly jobs: SkilletJobs
  readonly tasks: SkilletTasks
  readonly agents: SkilletAgents
  readonly state: SkilletState
}

export function openSkillet(options: OpenOptions = {}): Skillet {
  const session = openWorkflowSession(options)
  const places = openPlaces(options, session)
  let renderer: Promise<Renderer> | undefined
  const loadRenderer = async () => (await import("../render/io/open-renderer.ts")).openRenderer(session)
  return {
    ...session,
    ...openSkillVerbs(session),
    ...openSkillGroups(places),
    ...openWorkGroups(places),
    ...openAgentGroup(places),
    render: async (ref, how) => (await (renderer ??= loadRenderer())).render(ref, how),
    review: async (how) =>
      (await import("../review/io/review-project.ts")).reviewProject(await places.session(), await places.runs(), how),
    async close() {
      await (await renderer)?.close()
      await places.close()
      await session.close()
    },
  }
}

type SkillVerbs = Pick<Skillet, "find" | "show" | "why" | "match" | "lint" | "audit" | "examine" | "watch">

function openSkillVerbs(session: WorkflowSession): SkillVerbs {
  return {
    find: async (ref) => (await import("../catalog/io/skills/find-skill.ts")).findSkill(session, ref),
    show: async (ref) => (await import("../catalog/io/skills/show-skill.ts")).showSkill(session, ref),
    why: async (ref) => (await import("../catalog/io/skills/explain-name.ts")).explainName(session, ref),
    match: async (request, limit) =>
      (await import("../catalog/io/skills/match-skills.ts")).matchSkills(session, request, limit),
    lint: async (how = {}) =>
      (await import("../catalog/io/lint/lint-skills.ts")).lintSkills(session, { paths: [], ...how }),
    audit: async (how) => (await import("../audit/io/audit-skills.ts")).auditSkills(session, how),
    examine: async (onProgress) => (await import("../doctor/io/examine.ts")).examine(session, onProgress),
    watch: async (onChange, how) =>
      (await import("../catalog/io/watch/watch-catalog.ts")).watchCatalog(session.options, onChange, how),
  }
}

type SkillGroups = Pick<Skillet, "trust" | "authoring" | "workflows" | "state">

function openSkillGroups(places: Places): SkillGroups {
  return {
    trust: defer(async () => (await import("./open-skillet-trust.ts")).openSkilletTrust(await places.session()), {
      list: true,
      plan: true,
      approve: true,
      remove: true,
      explainServer: true,
    }),
    authoring: defer(
      async () => (await import("./open-skillet-authoring.ts")).openSkilletAuthoring(await places.session()),
      { planSkill: true, writeSkill: true, planMigration: true, migrate: true, instruct: true },
    ),
    workflows: defer(async () => (await import("./open-skillet-workflows.ts")).openSkilletWorkflows(places), {
      list: true,
      find: true,
      open: true,
      openAll: true,
      quote: true,
      tryRendering: true,
    }),
    state: defer(async () => (await import("./open-skillet-state.ts")).openSkilletState(places.env), {
      show: true,
      prune: true,
    }),
  }
}

type WorkGroups = Pick<Skillet, "runs" | "jobs" | "tasks">

function openWorkGroups(places: Places): WorkGroups {
  return {
    runs: defer(async () => (await import("./open-skillet-runs.ts")).openSkilletRuns(places), {
      start: true,
      report: true,
      current: true,
      find: true,
      show: true,
      list: true,
      output: true,
      events: true,
      questions: true,
      answer: true,
      override: true,
      cancel: true,
      fork: true,
      drive: true,
      verify: true,
      watch: true,
      agents: true,
      prepare: true,
    }),
    jobs: defer(async () => (await import("./open-skillet-jobs.ts")).openSkilletJobs(places), {
      start: true,
      advance: true,
      resume: true,
      show: true,
      list: true,
      learn: true,
    }),
    tasks: defer(async () => (await import("./open-skillet-tasks.ts")).openSkilletTasks(places), {
      add: true,
      import: true,
      list: true,
      show: true,
      checkSkills: true,
      move: true,
      place: true,
      change: true,
      delete: true,
      post: true,
      messages: true,
      wake: true,
      hook: true,
      planHooks: true,
      applyHooks: true,
      pins: true,
      updatePin: true,
      scope: true,
    }),
  }
}

function openAgentGroup(places: Places): Pick<Skillet, "agents"> {
  return {
    agents: defer(async () => (await import("./open-skillet-agents.ts")).openSkilletAgents(places), {
      list: true,
      find: true,
      state: true,
      spawn: true,
      kill: true,
      recover: true,
      prompt: true,
      say: true,
      ask: true,
      awaitAnswer: true,
      wakeAsker: true,
      findAsker: true,
      log: true,
      news: true,
      work: true,
    }),
  }
}
