import { formatDuration } from "./durations.ts"
import { ON_TIME } from "./policy.ts"
import type { NewDue, Policy } from "./schedule.ts"

export interface DueBatch {
  /** Due times without a row, oldest first. */
  readonly times: readonly number[]
  /** There are more up to now, which come with the next batch. */
  readonly hasMore: boolean
  readonly now: number
}

/**
 * The rows of due times that have none yet.
 *
 * 1. Every time gets exactly one row.
 * 2. With `skip` and `once`, at most one of them runs: the newest, if it is on time, or with `once` not too late.
 * 3. With `all`, every one that is not too late runs.
 */
export function decideDues(policy: Pick<Policy, "misfire" | "catchUpWithin">, batch: DueBatch): readonly NewDue[] {
  const newest = batch.hasMore ? undefined : batch.times.at(-1)
  return batch.times.map((at) => {
    const late = batch.now - at
    const isCatchUp = late > ON_TIME
    const row = (state: NewDue["state"], why?: string): NewDue => ({ at, cause: "time", state, why, isCatchUp })
    if (at === newest && !isCatchUp) return row("due")
    if (policy.misfire === "skip") return row("skipped", `missed by ${formatDuration(late)}, and misfire is skip`)
    if (late > policy.catchUpWithin) return row("expired", describeTooLate(late, policy.catchUpWithin))
    if (policy.misfire === "all" || at === newest) return row("due")
    return row("skipped", `missed by ${formatDuration(late)}; misfire is once, so only the newest missed due time runs`)
  })
}

export function describeTooLate(late: number, most: number): string {
  return `late by ${formatDuration(late)}, and catch-up-within is ${formatDuration(most)}`
}
