import { openPattern } from "./read-cron.ts"
import type { Policy, ScheduleTimes } from "./schedule.ts"

/** The times after `after` and up to `upTo`, oldest first and at most `most`, and the first one after those. */
export interface DueTimes {
  readonly times: readonly number[]
  readonly next?: number | undefined
}

/**
 * A time of day that a clock change leaves out is due at the first moment after the gap; one that exists twice is due
 * the first time. Patterns with several times of day are due in both hours, and never in the gap.
 */
export function listDueTimes(
  times: ScheduleTimes,
  policy: Pick<Policy, "until">,
  range: { readonly after: number; readonly upTo: number; readonly most: number },
): DueTimes {
  if (times.kind === "self-paced") return { times: [] }
  const last = policy.until ?? Number.POSITIVE_INFINITY
  const found: number[] = []
  const all = times.kind === "once" ? [times.at].filter((at) => at > range.after) : enumerateTimes(times, range.after)
  for (const at of all) {
    if (at > last) return { times: found }
    if (at > range.upTo || found.length >= range.most) return { times: found, next: at }
    found.push(at)
  }
  return { times: found }
}

/** The next times of a schedule, as far as its policy ends it. */
export function listNextTimes(
  times: ScheduleTimes,
  policy: Pick<Policy, "until">,
  { after, count }: { readonly after: number; readonly count: number },
): readonly number[] {
  return listDueTimes(times, policy, { after, upTo: Number.POSITIVE_INFINITY, most: count }).times
}

/**
 * If both the day of the month and the weekday are restricted, cron means either of them. They are enumerated one by
 * one: the library leaves out the first day of some months when it searches for both (`0 0 1 * MON`, 1 March 2026).
 */
function* enumerateTimes(times: Extract<ScheduleTimes, { kind: "cron" }>, after: number): Generator<number> {
  const [minute, hour, day = "", month, weekday = ""] = times.cron.split(" ")
  const isEither = isRestricted(day) && isRestricted(weekday)
  const parts = isEither
    ? [`${minute} ${hour} ${day} ${month} *`, `${minute} ${hour} * ${month} ${weekday}`]
    : [times.cron]
  const runs = parts.map((part) => openPattern(part, times.zone).enumerate(new Date(after)))
  const next = runs.map((run) => run.next().value?.getTime())
  for (;;) {
    const first = Math.min(...next.map((at) => at ?? Number.POSITIVE_INFINITY))
    if (first === Number.POSITIVE_INFINITY) return
    yield first
    for (const [nth, run] of runs.entries()) if (next[nth] === first) next[nth] = run.next().value?.getTime()
  }
}

function isRestricted(field: string): boolean {
  return field !== "*" && field !== "?"
}
