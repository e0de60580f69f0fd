import { SkilletError } from "../problem/failure.ts"

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const units: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY }

const DURATION =
  /^(\d{1,9})\s*(?:(s)(?:ecs?|econds?)?|(m)(?:ins?|inutes?)?|(h)(?:rs?|ours?)?|(d)(?:ays?)?|(w)(?:eeks?)?)$/i

/** Moments must stay within what dates can be. */
const LONGEST = 3650 * DAY

/** `90s`, `45m`, `24h`, `7d` or `20 minutes` in milliseconds; undefined if it is not a duration. */
export function parseDuration(text: string): number | undefined {
  const [, amount, ...found] = DURATION.exec(text.trim()) ?? []
  const unit = found.find((one) => one !== undefined) ?? ""
  const milliseconds = Number(amount) * (units[unit.toLowerCase()] ?? 0)
  return milliseconds > 0 && milliseconds <= LONGEST ? milliseconds : undefined
}

export function readDuration(text: string, option: string): number {
  const milliseconds = parseDuration(text)
  if (milliseconds !== undefined) return milliseconds
  throw new SkilletError("schedule.bad-duration", `${option}: "${text}" is not a duration`, {
    retry: "no",
    next: "give a number and a unit, such as 90s, 45m, 24h or 7d, at most 3650d",
  })
}

/** For people: `45 s`, `10 min`, `26 h`, `3 days`. Rounded to the unit. */
export function formatDuration(milliseconds: number): string {
  const { abs, round } = Math
  const whole = abs(milliseconds)
  if (whole < 2 * MINUTE) return `${round(whole / SECOND)} s`
  if (whole < 2 * HOUR) return `${round(whole / MINUTE)} min`
  if (whole < 2 * DAY) return `${round(whole / HOUR)} h`
  return `${round(whole / DAY)} days`
}
