import { SkilletError } from "../problem/failure.ts"

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const units: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY }

/** `90s`, `45m`, `24h` or `7d` in milliseconds. */
export function readDuration(text: string, option: string): number {
  const [, amount, unit = ""] = /^(\d{1,9})([smhd])$/.exec(text.trim()) ?? []
  const milliseconds = Number(amount) * (units[unit] ?? 0)
  if (milliseconds > 0) return milliseconds
  throw new SkilletError("schedule.bad-duration", `${option}: "${text}" is not a duration`, {
    retry: "no",
    next: "give a number and a unit, such as 90s, 45m, 24h or 7d",
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
