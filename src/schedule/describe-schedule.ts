import { findQuietSince, isQuiet } from "./advance-schedule.ts"
import { formatDuration } from "./durations.ts"
import { listNextTimes } from "./due-times.ts"
import { ON_TIME } from "./policy.ts"
import type { Totals } from "./decide-open.ts"
import { type Due, isUnderWay, type Schedule } from "./schedule.ts"
import type { DueSummary } from "./store.ts"
import { formatZoned } from "./time-zones.ts"

/** A schedule as it is listed. */
export interface ListedSchedule {
  readonly schedule: Schedule
  readonly lastSuccess?: Due | undefined
  readonly lastTry?: Due | undefined
  /** The due time that is open now. */
  readonly open?: Due | undefined
  /** The next due times, in milliseconds. */
  readonly next: readonly number[]
  /** By how many milliseconds what is due now is late. */
  readonly lateBy?: number | undefined
  readonly isQuiet: boolean
  readonly counts: DueSummary["counts"]
  readonly noops: number
}

export interface ListedFacts {
  readonly schedule: Schedule
  readonly summary: DueSummary
  readonly open: readonly Due[]
  readonly totals: Totals
  readonly now: number
  readonly count?: number | undefined
}

export function describeSchedule(facts: ListedFacts): ListedSchedule {
  const { schedule, summary, open, now } = facts
  const waiting = open.find(({ state }) => state === "due")
  const overdue = schedule.status === "active" ? (waiting?.at ?? schedule.next) : undefined
  return {
    schedule,
    lastSuccess: summary.lastSuccess,
    lastTry: summary.lastTry,
    open: open.find(isUnderWay) ?? waiting,
    next: listUpcoming(facts, waiting),
    lateBy: overdue !== undefined && now - overdue > ON_TIME ? now - overdue : undefined,
    isQuiet: isQuiet(schedule, findQuietSince(schedule, summary.lastSuccess?.ended), now),
    counts: summary.counts,
    noops: summary.noops,
  }
}

/** What is already due counts for `max-runs`, so fewer times follow it. */
function listUpcoming(
  { schedule, open, totals, now, count = 1 }: ListedFacts,
  waiting: Due | undefined,
): readonly number[] {
  const { status, times, policy, cursor } = schedule
  if (status !== "active") return []
  if (times.kind === "self-paced") return waiting === undefined ? [] : [waiting.at]
  const left =
    (policy.maxRuns ?? Number.POSITIVE_INFINITY) - totals.started - open.filter(({ state }) => state === "due").length
  return listNextTimes(times, policy, { after: Math.max(now, cursor), count: Math.max(0, Math.min(count, left)) })
}

/** `Wed 2026-11-18 14:05 UTC+1 (in 12 min)`. */
export function formatNext(at: number, zone: string, now: number): string {
  return `${formatZoned(at, zone)} (${at >= now ? `in ${formatDuration(at - now)}` : `${formatDuration(now - at)} ago`})`
}
