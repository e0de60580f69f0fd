import type { AgentDriver } from "../../agents/agent-driver.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import type { Progress } from "../../run/drive/drive-settings.ts"
import { driveRun } from "../../run/io/drive-run.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import type { ReviewReport } from "../review-data.ts"
import { type Again, requireEnd } from "../review-failures.ts"
import { loadReviewReport } from "./run-review.ts"

/** Drives a review until its report is finished or a person is asked. */
export async function driveReview(
  skillet: Session,
  runs: Runs,
  how: {
    readonly run: string
    readonly driver: AgentDriver
    readonly atOnce?: number | undefined
    readonly signal?: AbortSignal | undefined
    readonly progress?: ((at: Progress) => void) | undefined
    /** The commands that continue it and print its report. */
    readonly again?: Again | undefined
  },
): Promise<ReviewReport> {
  const driven = await driveRun(skillet, runs, how)
  requireEnd(how.run, driven, how.again)
  return loadReviewReport(runs, how.run)
}
