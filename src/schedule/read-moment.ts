import { SkilletError } from "../problem/failure.ts"
import { parseDuration } from "./durations.ts"
import { formatZoned } from "./time-zones.ts"

export interface MomentFacts {
  /** The option it was given with, and the code of its error. */
  readonly option: string
  readonly code: string
  readonly now: number
  readonly zone: string
}

const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?\s?(Z|[+-]\d{2}:?\d{2})$/i

/** A moment after now: a duration from now (`20m`, `in 20 minutes`), or a date and time with its offset. */
export function readMoment(text: string, { option, code, now, zone }: MomentFacts): number {
  const given = text.trim()
  const delay = parseDuration(given.replace(/^in\s+/i, ""))
  if (delay !== undefined) return now + delay
  const at = readDate(given)
  if (at !== undefined && at > now) return at
  const wrong = at === undefined ? "is not a time" : `is in the past: it is ${formatZoned(now, zone)}`
  throw new SkilletError(code, `${option}: "${text}" ${wrong}`, {
    retry: "no",
    next: "give a duration such as 20m or 7d, or a date with its offset such as 2026-12-31T18:00+01:00",
  })
}

/** Undefined for a day that the calendar does not have, which `Date` would move to the next month. */
function readDate(text: string): number | undefined {
  const [, day = "", time = "", seconds = "", offset = ""] = ISO.exec(text) ?? []
  const noon = new Date(`${day}T12:00:00Z`)
  if (Number.isNaN(noon.getTime()) || noon.toISOString().slice(0, 10) !== day) return undefined
  const at = Date.parse(`${day}T${time}${seconds}${offset.toUpperCase()}`)
  return Number.isNaN(at) ? undefined : at
}
