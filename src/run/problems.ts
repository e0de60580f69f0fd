import { defineProblems } from "../problem/problem.ts"

/** Each code says what can be wrong with stored runs. */
export const runProblem = defineProblems({
  "store.queue-repaired": "warning",
  "store.lost": "warning",
  "store.unusable": "error",
  "run.history-changed": "error",
  "run.listed-wrongly": "error",
})

/** Why a report is refused. Nothing changed. */
export interface Refusal {
  readonly code: RefusalCode
  readonly message: string
  /** A next step that is safe to take. */
  readonly next: string
}

export type RefusalCode =
  | "run.ended"
  | "run.stale"
  | "run.out-of-order"
  | "run.unknown-step"
  | "run.unknown-item"
  | "run.answered"
  | "run.not-reportable"
  | "run.start-interrupted"
  | "run.output-missing"
  | "run.output-shape"
  | "run.place-missing"
  | "run.no-outcome"
  | "run.cap-reached"
  | "run.no-question"
  | "run.bad-answer"
  | "run.no-override"
  | "run.lease-lost"

export function isWrongOutput(code: RefusalCode): boolean {
  return code === "run.output-missing" || code === "run.output-shape" || code === "run.place-missing"
}
