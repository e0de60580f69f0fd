import { DAY, HOUR, MINUTE } from "./durations.ts"
import { listNextTimes } from "./due-times.ts"
import type { Policy, ScheduleTimes } from "./schedule.ts"

/** How late a due time may be and still count as on time: ticks come every minute, and clocks differ. */
export const ON_TIME = 5 * MINUTE

export const usualPolicy = {
  misfire: "once",
  catchUpWithin: DAY,
  overlap: "skip",
  spread: 2,
} as const satisfies Policy

/** A loop ends by itself after this long. */
export const LOOP_LASTS = "7d"

/** The delays that a self-paced loop may choose, in seconds. */
export const SHORTEST_DELAY = 60
export const LONGEST_ROUND_DELAY = 3600

/** Three times the longest of the next gaps, and at least two hours; two hours after a time that is due once. */
export function chooseQuietAfter(times: ScheduleTimes, now: number): number {
  if (times.kind === "self-paced") return 3 * LONGEST_ROUND_DELAY * 1000
  if (times.kind === "once") return times.at - now + 2 * HOUR
  const next = [now, ...listNextTimes(times, {}, { after: now, count: 5 })]
  const gaps = next.slice(1).map((at, nth) => at - (next[nth] ?? at))
  return Math.max(2 * HOUR, 3 * Math.max(0, ...gaps))
}
