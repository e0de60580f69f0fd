import type { ReviewReport } from "../review/review-data.ts"
import { type GatherOptions, openReview } from "../review/io/open-review.ts"
import { driveReview, loadReviewReport, startReview } from "../review/io/run-review.ts"
import { SkilletError } from "../problem/failure.ts"
import { openDriver, type RunDriving } from "./drive-with-agents.ts"
import type { Places } from "./open-places.ts"

export interface ReviewWanted extends Partial<Omit<GatherOptions, "isOffline" | "progress">>, Partial<RunDriving> {}

/** Reviews files to the end. A review that another agent is to follow is started with the command instead. */
export async function reviewFiles(places: Places, wanted: ReviewWanted): Promise<ReviewReport> {
  const { agent = "offline", budget, atOnce, signal, progress, ...asked } = wanted
  if (agent === "host")
    throw new SkilletError("review.no-agent", "a review that is followed step by step has no report yet", {
      retry: "no",
      next: "name an agent, or start it with skillet review --agent host",
    })
  const [session, runs] = [await places.session(), await places.runs()]
  const review = await openReview(session, { ...defaults, ...asked, isOffline: agent === "offline" })
  const run = await startReview(runs, review, budget)
  if (agent === "offline") return loadReviewReport(runs, run)
  const driver = await openDriver(places, { ...wanted, agent })
  if (driver === undefined) throw new Error(`no driver was opened for ${String(agent)}`)
  return driveReview(session, runs, {
    run,
    driver,
    atOnce,
    ...(signal && { signal }),
    ...(progress && { progress }),
  })
}

const defaults = { paths: [], depth: "deep", kind: "code", skills: "", additional: "", skipAgents: [] } as const
