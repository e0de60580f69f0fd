import type { SeenSchedule } from "../../src/schedule/advance-schedule.ts"
import type { OpenDue } from "../../src/schedule/decide-open.ts"
import { DAY } from "../../src/schedule/durations.ts"
import type { Due, Policy, Schedule } from "../../src/schedule/schedule.ts"
import { makeSchedule } from "./sample-schedule.ts"

/** A due time of the hourly schedule, and half a minute later. */
export const noon = Date.parse("2026-06-10T12:00:00Z")
export const now = noon + 30_000

export function makeHourly(policy: Partial<Policy> = {}, from = noon - 3 * DAY): Schedule {
  return makeSchedule("s-1", { cron: "0 * * * *", from, policy })
}

/** A schedule that was never started and has nothing open. */
export function see(schedule: Schedule, more: Partial<SeenSchedule> = {}): SeenSchedule {
  return { schedule, open: [], totals: { started: 0, cost: 0 }, ...more }
}

export function makeDue(at: number, more: Partial<Due> = {}): Due {
  return {
    schedule: "s-1",
    at,
    cause: "time",
    state: "due",
    made: now,
    isCatchUp: false,
    epoch: 0,
    cost: 0,
    isTold: false,
    ...more,
  }
}

/** A due time that nobody works on. */
export function makeOpen(due: Due, schedule = makeHourly(), more: Partial<OpenDue> = {}): OpenDue {
  return {
    due,
    schedule: { ...schedule, id: due.schedule },
    totals: { started: 0, cost: 0 },
    isFree: true,
    isAsking: false,
    ...more,
  }
}
