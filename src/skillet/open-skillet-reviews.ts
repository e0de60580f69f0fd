import {
  type AcceptedFindings,
  acceptFindings,
  type EarlierReview,
  type LoadedReview,
  loadProjectReview,
  planProjectReview,
  type RecordedDecision,
  type ReviewOptions,
} from "../review/io/review-project.ts"
import type { PlannedReview } from "../review/plan/plan-review.ts"
import type { Resources } from "./open-resources.ts"

/** What comes before and after a review; `review` itself starts one. */
export interface SkilletReviews {
  /** The agents that a review would ask, their prompts and the price. Nothing is stored, and nobody is asked. */
  plan(options?: ReviewOptions): Promise<PlannedReview>
  /** The report of an earlier review by its run, with decided findings listed separately, and the project's settings. */
  show(run: string, options?: EarlierReview): Promise<LoadedReview>
  /** Records that findings of a review are accepted or will not be fixed. Later reviews list them separately. */
  accept(run: string, decision: AcceptedFindings): Promise<RecordedDecision>
}

export function openSkilletReviews(resources: Resources): SkilletReviews {
  const { session, runs } = resources
  return {
    plan: async (options) => planProjectReview(await session(), options),
    show: async (run, options) => loadProjectReview(await session(), await runs(), { ...options, run }),
    accept: async (run, decision) => acceptFindings(await session(), await runs(), { ...decision, run }),
  }
}
