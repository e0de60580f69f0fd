import type { AgentDriver } from "../../agents/agent-driver.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import type { Progress } from "../../run/drive/drive-settings.ts"
import type { AgentsWanted } from "../../run/io/agents/open-agents.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import type { Budget } from "../../run/model.ts"
import type { DriverName } from "../../settings/agent-settings.ts"
import {
  conductReview,
  type ConductedReview,
  type ConfirmPrice,
  prepareReview,
  type ReviewPreparing,
  type StartedReview,
} from "../conduct-review.ts"
import type { RememberedStatus } from "../claims/merging/identity/review-baseline.ts"
import type { PlannedReview } from "../plan/plan-review.ts"
import type { ReviewReport } from "../review-data.ts"
import { type Again, twoScopes } from "../review-failures.ts"
import type { ReviewSettings } from "../review-settings.ts"
import { type AppReview, type GatherOptions, openReview } from "./open-review.ts"
import {
  decideFindings,
  isBaseline,
  leaveOutDecidedFindings,
  loadReviewSettings,
  locateBaseline,
  readDecisions,
} from "./review-baseline.ts"
import { requireReviewProgram } from "./require-review-program.ts"
import { loadReviewReport, readReviewTiers, startReview } from "./run-review.ts"

type Optional<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

/** What is reviewed, by whom, and how much it may cost. By default the whole project, offline. */
export interface ReviewOptions extends Optional<Omit<GatherOptions, "isOffline" | "cacheFolder" | "progress">> {
  /** Who reviews (default `offline`: nobody is asked). With `host` the calling agent continues the run. */
  readonly agent?: DriverName | undefined
  /** The program of `command`; without it the settings name one. */
  readonly program?: string | undefined
  /** The file with decisions about findings (default: the project's own). */
  readonly baseline?: string | undefined
  /** The ceilings of the run. A review that costs more than `money` (default 10 dollars) needs `confirm`. */
  readonly budget?: Budget | undefined
  readonly atOnce?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly hooks?: ReviewHooks | undefined
}

/** Called while a review proceeds. A review is as safe without them. */
export interface ReviewHooks extends Pick<AgentsWanted, "told" | "heard"> {
  /** Without it, a review above the limit does not start. */
  readonly confirm?: ConfirmPrice | undefined
  /** The named baseline does not exist, so no finding is left out. */
  readonly baselineMissing?: ((named: string) => void) | undefined
  readonly scanning?: GatherOptions["progress"]
  readonly gathered?: ((warnings: readonly string[]) => void) | undefined
  readonly planned?: ((plan: PlannedReview) => void) | undefined
  readonly started?: ((started: StartedReview) => void) | undefined
  readonly progress?: ((at: Progress) => void) | undefined
  /** The commands that continue an unfinished review and print its report, for errors. */
  readonly again?: ((started: StartedReview) => Again) | undefined
}

/** Reviews a project. The order of what it does, and what that guarantees, is told in `conduct-review.ts`. */
export async function reviewProject(
  session: Session,
  runs: Runs,
  options: ReviewOptions = {},
): Promise<ConductedReview> {
  const { agent = "offline", program, budget = {}, hooks = {} } = options
  const { told, heard } = hooks
  return conductReview<AppReview, AgentDriver>(
    { agent, budget },
    {
      ...openPreparing(session, options),
      planned: hooks.planned,
      confirm: hooks.confirm,
      started: hooks.started,
      // Loaded only if agents are asked.
      async openAgents() {
        if (agent === "offline" || agent === "host") return undefined
        const { openAgents } = await import("../../run/io/agents/open-agents.ts")
        return openAgents(session, runs, { agent, program, env: findEnv(session), told, heard })
      },
      start: (review, allowed) => startReview(runs, review, allowed),
      async finish({ agents: driver, ...started }) {
        if (driver === undefined) return loadReviewReport(runs, started.run)
        const { driveReview } = await import("./drive-review.ts")
        const { atOnce, signal } = options
        const { progress } = hooks
        const again = hooks.again?.(started)
        return driveReview(session, runs, { run: started.run, driver, atOnce, signal, progress, again })
      },
      leaveOut: (report, { run, decisions }) =>
        leaveOutDecidedFindings(runs, report, { run, read: async () => decisions }),
    },
  )
}

/** The agents that a review would ask, their prompts and the price. Nothing is stored, and nobody is asked. */
export async function planProjectReview(session: Session, options: ReviewOptions = {}): Promise<PlannedReview> {
  return (await prepareReview(openPreparing(session, options))).plan
}

/** The report of an earlier review, without what was decided until now, and the settings that apply to it. */
export async function loadProjectReview(
  session: Session,
  runs: Runs,
  { run, baseline, hooks }: EarlierReview & { readonly run: string },
): Promise<LoadedReview> {
  checkBaseline(session, { baseline, hooks })
  const where = locateDecisions(session, baseline)
  const whole = await loadReviewReport(runs, run)
  const report = await leaveOutDecidedFindings(runs, whole, { run, read: (change) => readDecisions(change, where) })
  return { report, settings: await loadReviewSettings(runs, run, where) }
}

export interface EarlierReview extends Pick<ReviewOptions, "baseline"> {
  readonly hooks?: Pick<ReviewHooks, "baselineMissing"> | undefined
}

export interface LoadedReview {
  readonly report: ReviewReport
  readonly settings: ReviewSettings
}

/** Records what was decided about findings of an earlier review, where the next review of the project looks for it. */
export async function acceptFindings(
  session: Session,
  runs: Runs,
  { run, findings: ids, status = "wont-fix", reason, baseline }: AcceptedFindings & { readonly run: string },
): Promise<RecordedDecision> {
  const file = locateBaseline(session.around, baseline)
  return { file, status, titles: await decideFindings(runs, { run, file }, { ids, status, reason }) }
}

export interface AcceptedFindings extends Pick<ReviewOptions, "baseline"> {
  /** By id, such as `F3`, or by fingerprint. */
  readonly findings: readonly string[]
  readonly reason: string
  /** What was decided (default `wont-fix`). */
  readonly status?: RememberedStatus | undefined
}

export interface RecordedDecision {
  readonly file: string
  readonly status: RememberedStatus
  /** The titles of the findings, in the order in which they were given. */
  readonly titles: readonly string[]
}

function openPreparing(session: Session, options: ReviewOptions): ReviewPreparing<AppReview> {
  const { agent = "offline", program, hooks = {} } = options
  return {
    async requireUsable() {
      if (options.staged === true && options.diff !== undefined) throw twoScopes()
      if (agent === "command") await requireReviewProgram(session, program)
      // A change is reviewed with the decisions in its base, which are read with it.
      if (options.staged !== true && options.diff === undefined) checkBaseline(session, options)
    },
    gather: () => openReview(session, completeOptions(session, options)),
    readDecisions: (change) => readDecisions(change, locateDecisions(session, options.baseline)),
    // Prices and models are in the settings, whose reading lists every skill; offline nobody is paid.
    readTiers: async () => (agent === "offline" ? undefined : readReviewTiers(session, agent)),
    gathered: hooks.gathered,
  }
}

/** Throws for a baseline that cannot be read. */
function checkBaseline({ around }: Session, { baseline, hooks }: EarlierReview): void {
  if (isBaseline(locateBaseline(around, baseline)) || baseline === undefined) return
  hooks?.baselineMissing?.(baseline)
}

function locateDecisions(session: Session, baseline: string | undefined) {
  return { cwd: session.around.cwd, env: findEnv(session), file: locateBaseline(session.around, baseline) }
}

function findEnv({ options }: Session): Readonly<Record<string, string | undefined>> {
  return options.env ?? process.env
}

function completeOptions(session: Session, options: ReviewOptions): GatherOptions {
  const { agent = "offline", staged, diff, language, sarif, with: programs, hooks } = options
  return {
    paths: options.paths ?? [],
    depth: options.depth ?? "deep",
    kind: options.kind ?? "code",
    skills: options.skills ?? "",
    additional: options.additional ?? "",
    skipAgents: options.skipAgents ?? [],
    staged,
    diff,
    language,
    sarif,
    with: programs,
    cacheFolder: session.cache,
    scanWorker: options.scanWorker,
    progress: hooks?.scanning,
    isOffline: agent === "offline",
  }
}
