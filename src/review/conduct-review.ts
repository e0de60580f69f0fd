import type { Budget } from "../run/model.ts"
import type { DriverName } from "../settings/agent-settings.ts"
import type { GatheredReview } from "./gather-review.ts"
import { type PlannedReview, planReview } from "./plan/plan-review.ts"
import { type Decisions, withDecisions } from "./report/leave-out-decided.ts"
import type { ReviewedChange, ReviewReport } from "./review-data.ts"
import { ASK_ABOVE } from "./review-defaults.ts"
import { tooExpensive } from "./review-failures.ts"
import type { ReviewSettings } from "./review-settings.ts"

/**
 * The order of a review, for everybody who starts one: the command, and programs that use the library.
 *
 * 1. What can be refused without reading code is refused first: two scopes, a missing program, a broken baseline.
 * 2. Decisions about findings count only if they were there before any agent started: agents can write files.
 * 3. Nothing is stored and no agent starts before the price is known. If it is above the limit and nobody confirms it,
 *    nothing starts.
 * 4. The agents are opened before the run is stored, so a driver that cannot be used leaves no run.
 * 5. Unless an agent is named, nobody is asked.
 * 6. The report lists separately what was decided, by the decisions of (2) alone.
 */
export async function conductReview<Review extends GatheredReview, Agents>(
  { agent, budget }: WantedReview,
  doing: ReviewDoing<Review, Agents>,
): Promise<ConductedReview> {
  const { review, decisions, plan } = await prepareReview(doing)
  doing.planned?.(plan)
  const allowed = agent === "offline" ? budget : await allowPrice(plan, budget, doing.confirm)
  const agents = await doing.openAgents()
  const run = await doing.start({ ...review, gathered: withDecisions(review.gathered, decisions) }, allowed)
  const { settings } = review
  doing.started?.({ run, settings })
  if (agent === "host") return { kind: "handed-over", run, settings }
  const whole = await doing.finish({ run, settings, agents })
  return { kind: "reported", run, settings, report: await doing.leaveOut(whole, { run, decisions }) }
}

/** A review up to its price: everything is read, nothing is stored, and nobody is asked. */
export async function prepareReview<Review extends GatheredReview>(
  doing: ReviewPreparing<Review>,
): Promise<PreparedReview<Review>> {
  await doing.requireUsable()
  const review = await doing.gather()
  const decisions = await doing.readDecisions(review.gathered.change)
  doing.gathered?.(review.gathered.warnings)
  return { review, decisions, plan: planReview(review.gathered, await doing.readTiers()) }
}

export interface WantedReview {
  readonly agent: DriverName
  readonly budget: Budget
}

export interface PreparedReview<Review extends GatheredReview = GatheredReview> {
  readonly review: Review
  readonly decisions: Decisions
  readonly plan: PlannedReview
}

export type ConductedReview =
  /** The calling agent continues the run. */
  | { readonly kind: "handed-over"; readonly run: string; readonly settings: ReviewSettings }
  | {
      readonly kind: "reported"
      readonly run: string
      readonly settings: ReviewSettings
      readonly report: ReviewReport
    }

/** What a review does outside before its price is known. */
export interface ReviewPreparing<Review> {
  requireUsable(): Promise<void>
  gather(): Promise<Review>
  readDecisions(change: ReviewedChange | undefined): Promise<Decisions>
  readTiers(): Promise<Parameters<typeof planReview>[1]>
  /** Called once everything is read, with what was wrong. */
  readonly gathered?: ((warnings: readonly string[]) => void) | undefined
}

/** What a review does outside. */
export interface ReviewDoing<Review, Agents> extends ReviewPreparing<Review> {
  readonly planned?: ((plan: PlannedReview) => void) | undefined
  readonly confirm?: ConfirmPrice | undefined
  /** Undefined if no agent is started here. */
  openAgents(): Promise<Agents | undefined>
  start(review: Review, budget: Budget): Promise<string>
  readonly started?: ((started: StartedReview) => void) | undefined
  finish(started: StartedReview & { readonly agents: Agents | undefined }): Promise<ReviewReport>
  leaveOut(report: ReviewReport, by: { readonly run: string; readonly decisions: Decisions }): Promise<ReviewReport>
}

export interface StartedReview {
  readonly run: string
  readonly settings: ReviewSettings
}

export interface ReviewPrice {
  readonly plan: PlannedReview
  /** In dollars. */
  readonly limit: number
}

/** Whether a review that costs more than the limit may start. */
export type ConfirmPrice = (price: ReviewPrice) => boolean | Promise<boolean>

/** The ceilings of the run: once a higher price is confirmed, the limit no longer applies. */
async function allowPrice(plan: PlannedReview, budget: Budget, confirm?: ConfirmPrice): Promise<Budget> {
  const { money, ...others } = budget
  const limit = money ?? ASK_ABOVE
  if (plan.money <= limit) return budget
  if ((await confirm?.({ plan, limit })) === true) return others
  throw tooExpensive({ money: plan.money, limit })
}
