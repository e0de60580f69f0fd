import { Cron } from "croner"
import { SkilletError } from "../problem/failure.ts"
import { findCronFault } from "./find-cron-fault.ts"

const NICKNAMES: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
}

/**
 * A cron expression with five fields, or a nickname such as `@daily`, as five fields. Days of the week are 0 to 7, and
 * both 0 and 7 are Sunday; months and days may be names. One that is never due is refused.
 */
export function readCron(text: string): string {
  const given = text.trim().split(/\s+/)
  const cron = given.length === 1 ? NICKNAMES[given[0]?.toLowerCase() ?? ""] : given.join(" ")
  if (cron === undefined)
    throw badCron(text, given[0]?.startsWith("@") === true ? `use ${Object.keys(NICKNAMES).join(", ")}` : FIELDS)
  if (given.length > 1 && given.length !== 5)
    throw badCron(text, given.length > 5 ? "leave out seconds and years: a minute is the smallest unit" : FIELDS)
  if (openPattern(cron, "UTC", text).nextRun(new Date(0)) === null)
    throw badCron(text, "no month that it names has this day: change the day or the month")
  return cron
}

const FIELDS = 'give five fields: minute hour day month weekday, such as "0 9 * * 1-5"'

/** It only computes times: without a function, no timer is ever started. Its errors are replaced by ours. */
export function openPattern(cron: string, zone: string, shown = cron): Cron {
  try {
    return new Cron(cron, { timezone: zone, mode: "5-part" })
  } catch {
    throw badCron(shown, findCronFault(cron) ?? FIELDS)
  }
}

function badCron(text: string, next: string): SkilletError {
  return new SkilletError("schedule.bad-cron", `"${text}" is not a time that Skillet understands`, {
    retry: "no",
    next,
  })
}
