import type { Interval } from "./interval-phrases.ts"
import { badInterval } from "./read-loop.ts"

export interface CronInterval {
  readonly cron: string
  /** `every 6 minutes`. */
  readonly cadence: string
  /** What differs from what was asked for, as a sentence. */
  readonly rounded?: string | undefined
}

const MINUTES_AN_HOUR = 60
const MINUTES_A_DAY = 24 * MINUTES_AN_HOUR
/** A day of the month is at most this one. */
const MOST_DAYS = 31

const minutesIn: Readonly<Record<Exclude<Interval["unit"], "s">, number>> = {
  m: 1,
  h: MINUTES_AN_HOUR,
  d: MINUTES_A_DAY,
}

/** The intervals, in minutes, that a pattern repeats evenly within an hour or a day. */
const even: readonly number[] = [
  1,
  2,
  3,
  4,
  5,
  6,
  10,
  12,
  15,
  20,
  30,
  ...[1, 2, 3, 4, 6, 8, 12].map((hours) => hours * MINUTES_AN_HOUR),
  ...Array.from({ length: MOST_DAYS }, (_, day) => (day + 1) * MINUTES_A_DAY),
]

/**
 * A pattern for an interval. One that does not divide an hour or a day becomes the nearest one that does, and of two
 * that are equally near the longer one, which costs less. Seconds become whole minutes.
 */
export function toCronInterval(interval: Interval): CronInterval {
  const asked = interval.unit === "s" ? interval.amount / 60 : interval.amount * minutesIn[interval.unit]
  const wanted = Math.ceil(asked)
  if (wanted > MOST_DAYS * MINUTES_A_DAY) throw badInterval(`${interval.amount}${interval.unit}`)
  const minutes = findNearest(wanted)
  const cadence = describeCadence(minutes)
  return { cron: toPattern(minutes), cadence, rounded: describeRounding(interval, { asked, minutes, cadence }) }
}

function findNearest(wanted: number): number {
  return even.reduce((best, one) => (Math.abs(one - wanted) <= Math.abs(best - wanted) ? one : best))
}

function toPattern(minutes: number): string {
  if (minutes < MINUTES_AN_HOUR) return minutes === 1 ? "* * * * *" : `*/${minutes} * * * *`
  if (minutes < MINUTES_A_DAY)
    return minutes === MINUTES_AN_HOUR ? "0 * * * *" : `0 */${minutes / MINUTES_AN_HOUR} * * *`
  return minutes === MINUTES_A_DAY ? "0 0 * * *" : `0 0 */${minutes / MINUTES_A_DAY} * *`
}

function describeCadence(minutes: number): string {
  const [amount, unit] =
    minutes < MINUTES_AN_HOUR
      ? [minutes, "minute"]
      : minutes < MINUTES_A_DAY
        ? [minutes / MINUTES_AN_HOUR, "hour"]
        : [minutes / MINUTES_A_DAY, "day"]
  return amount === 1 ? `every ${unit}` : `every ${amount} ${unit}s`
}

function describeRounding(
  { amount, unit }: Interval,
  found: { readonly asked: number; readonly minutes: number; readonly cadence: string },
): string | undefined {
  const { asked, minutes, cadence } = found
  const given = `${amount}${unit}`
  if (asked !== minutes) {
    const why =
      unit === "s" && Math.ceil(asked) === minutes
        ? "a minute is the smallest unit"
        : "it does not divide an hour or a day evenly"
    return `${given} is rounded to ${cadence}: ${why}.`
  }
  return minutes > MINUTES_A_DAY
    ? `Every ${minutes / MINUTES_A_DAY} days means ${describeDays(minutes / MINUTES_A_DAY)}.`
    : undefined
}

/** A pattern counts days from the first of each month, so the count begins again there. */
function describeDays(step: number): string {
  const days = Array.from({ length: Math.ceil(MOST_DAYS / step) }, (_, nth) => 1 + nth * step)
  if (days.length === 1) return "the first day of each month"
  const shown =
    days.length > 3 ? `${days.slice(0, 3).join(", ")} and so on` : days.join(", ").replace(/, (\d+)$/, " and $1")
  return `days ${shown} of each month; the gap before the first day of a month can be shorter`
}
