import { decideDues } from "./decide-dues.ts"
import { findReachedLimit, type Totals } from "./decide-open.ts"
import { listDueTimes } from "./due-times.ts"
import { formatDuration } from "./durations.ts"
import type { Due, NewDue, Notice, Schedule } from "./schedule.ts"
import { formatZoned } from "./time-zones.ts"

/** A schedule with what deciding on it needs. */
export interface SeenSchedule {
  readonly schedule: Schedule
  /** Its due times that are not settled. */
  readonly open: readonly Due[]
  readonly totals: Totals
  /** When it last succeeded. */
  readonly lastSuccess?: number | undefined
}

/** What a transaction writes about a schedule. */
export interface ScheduleChange {
  readonly schedule: Schedule
  readonly add?: readonly NewDue[] | undefined
  /** Open due times that do not run any more. Those whose run has begun are left alone. */
  readonly skip?: { readonly dues: readonly Due[]; readonly why: string } | undefined
  /** The round at this time had nothing to do. */
  readonly noop?: number | undefined
  /** There are more due times, for the next transaction. */
  readonly hasMore?: boolean | undefined
}

/** How many due times one transaction makes, so that no process waits long for another one. */
const MOST_AT_ONCE = 1000

/** Whether there may be something to do for a schedule, as far as it can be told without its due times. */
export function mayAdvance({ status, next, times, policy, changed }: Schedule, now: number): boolean {
  if (status !== "active") return false
  if (times.kind === "once" && next === undefined) return true
  const { until, maxRuns, maxCost, quietAfter } = policy
  return (
    (next !== undefined && next <= now) ||
    (until !== undefined && until <= now) ||
    maxRuns !== undefined ||
    maxCost !== undefined ||
    (quietAfter !== undefined && now - changed > quietAfter)
  )
}

/** Makes the rows of all due times from the last one that has a row until now. Undefined if nothing changes. */
export function advanceSchedule(seen: SeenSchedule, now: number): ScheduleChange | undefined {
  const { schedule } = seen
  if (schedule.status !== "active") return undefined
  const isDue = schedule.next !== undefined && schedule.next <= now
  const isOver = schedule.policy.until !== undefined && schedule.policy.until <= now
  const limit = findReachedLimit(schedule.policy, seen.totals) ?? findOnlyTimePassed(schedule)
  if (!isDue && !isOver) {
    if (limit !== undefined && seen.open.length === 0) return { schedule: endSchedule(schedule, limit, now) }
    return noteQuiet(seen, now)
  }
  const { times, next } = listDueTimes(schedule.times, schedule.policy, {
    after: schedule.cursor,
    upTo: now,
    most: MOST_AT_ONCE,
  })
  const hasMore = next !== undefined && next <= now
  const moved = { ...schedule, cursor: Math.max(schedule.cursor, times.at(-1) ?? 0), next }
  const made = decideDues(schedule.policy, { times, hasMore, now })
  if (hasMore || !isOver) return { schedule: moved, add: made, hasMore }
  return { schedule: endSchedule(moved, describeUntil(schedule), now), add: addLast(schedule, made) }
}

function findOnlyTimePassed({ times, next }: Schedule): string | undefined {
  return times.kind === "once" && next === undefined ? "its only due time has passed" : undefined
}

function describeUntil({ policy, created, times }: Schedule): string {
  const { until = 0, runsAtEnd } = policy
  return runsAtEnd === true
    ? `expired after ${formatDuration(until - created)}; one last run ends it`
    : `expired: it was set to run until ${formatZoned(until, times.zone)}`
}

/** The last run replaces whatever is still due. */
function addLast({ policy }: Schedule, made: readonly NewDue[]): readonly NewDue[] {
  const { until, runsAtEnd } = policy
  if (until === undefined || runsAtEnd !== true) return made
  const others = made.filter(({ at }) => at !== until)
  const skipped = others.map((due) =>
    due.state === "due" ? { ...due, state: "skipped" as const, why: "replaced by the last run" } : due,
  )
  return [...skipped, { at: until, cause: "last", state: "due", isCatchUp: false }]
}

/** Its owner is told, once: nothing ends silently. */
export function endSchedule(schedule: Schedule, because: string, now: number): Schedule {
  return {
    ...schedule,
    status: "ended",
    because,
    changed: now,
    next: undefined,
    notices: [
      ...schedule.notices,
      writeNotice(
        schedule,
        "ended",
        `has ended: ${because}. \`skillet schedule history ${schedule.id}\` shows its runs.`,
      ),
    ],
  }
}

/** Says once that there was no success for too long. */
function noteQuiet({ schedule, lastSuccess, totals }: SeenSchedule, now: number): ScheduleChange | undefined {
  const since = findQuietSince(schedule, lastSuccess)
  if (!isQuiet(schedule, since, now) || schedule.quietSince === since) return undefined
  const tried = totals.started === 0 ? "nothing was started at all" : `${totals.started} were started in all`
  const text = `has had no success for ${formatDuration(now - since)} (${tried}). \`skillet schedule show ${schedule.id}\` says why.`
  const notice = writeNotice(schedule, `quiet:${since}`, text)
  return { schedule: { ...schedule, quietSince: since, notices: [...schedule.notices, notice] } }
}

export function findQuietSince({ created, changed }: Schedule, lastSuccess: number | undefined): number {
  return Math.max(created, changed, lastSuccess ?? 0)
}

export function isQuiet({ status, policy }: Schedule, since: number, now: number): boolean {
  return status === "active" && policy.quietAfter !== undefined && now - since > policy.quietAfter
}

function writeNotice({ id, origin }: Schedule, key: string, text: string): Notice {
  return { key: `schedule:${id}:${key}`, text: `${origin === "loop" ? "Loop" : "Schedule"} ${id} ${text}` }
}
