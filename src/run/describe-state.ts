import { listOpenQuestions } from "./history.ts"
import { hasEnded } from "./run-result.ts"
import { END } from "../workflow/outcome.ts"
import type { Run } from "./model.ts"

/**
 * How a run really is. waiting: only a person can continue it. unfinished: it came to its end without success.
 * abandoned: nobody has done anything in it for a day, and it does not wait for a person.
 */
export type RunState = "running" | "waiting" | "done" | "unfinished" | "failed" | "cancelled" | "abandoned"

const ABANDONED_AFTER = 24 * 60 * 60 * 1000

/** Of a run as `tellRun` tells it, or as it is stored. */
export function describeRunState(run: Run, now: number): RunState {
  if (!hasEnded(run)) {
    if (listOpenQuestions([run]).length > 0) return "waiting"
    return now - run.updated > ABANDONED_AFTER ? "abandoned" : "running"
  }
  if (run.status === "done" || run.status === "failed")
    return run.outcome === "fail" && run.step === END ? "unfinished" : run.status
  return "cancelled"
}
