import type { PlannedReview } from "../../../../review/plan/plan-review.ts"
import type { Io } from "../../io.ts"
import { saysYes } from "../../terminal/says-yes.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { dollars } from "../run/printing/amounts.ts"
import { quoteText } from "./plan-text.ts"

/** In dollars: a review that may cost more needs a yes, unless `--max-cost` says another limit. */
export const ASK_ABOVE = 10

interface Asking {
  readonly maxCost?: number | undefined
  readonly isYes: boolean
}

/** Shows what a review takes, and asks above the limit. Without a terminal nobody can be asked, so it is refused. */
export async function askPrice(plan: PlannedReview, { maxCost, isYes }: Asking, io: Io): Promise<void> {
  io.err(quoteText(plan))
  const limit = maxCost ?? ASK_ABOVE
  if (plan.money <= limit || isYes) return
  if (await saysYes(io, "Start it?")) return
  const enough = Math.ceil(plan.money)
  throw new UsageError(
    `the review costs about ${dollars(plan.money)}, more than ${dollars(limit)}`,
    `give --yes or --max-cost ${enough} if you want that, or name fewer files`,
  )
}
