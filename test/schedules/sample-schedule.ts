import { listDueTimes } from "../../src/schedule/due-times.ts"
import { usualPolicy } from "../../src/schedule/policy.ts"
import { readCron } from "../../src/schedule/read-cron.ts"
import type { Policy, Schedule } from "../../src/schedule/schedule.ts"

/** A schedule that begins at a moment, with the usual policy. */
export function makeSchedule(
  id: string,
  how: { readonly cron: string; readonly zone?: string; readonly from: number; readonly policy?: Partial<Policy> },
): Schedule {
  const times = { kind: "cron", cron: readCron(how.cron), zone: how.zone ?? "UTC" } as const
  const policy = { ...usualPolicy, ...how.policy }
  const { next } = listDueTimes(times, policy, { after: how.from, upTo: how.from, most: 0 })
  return {
    id,
    origin: "schedule",
    project: "/p",
    directory: "/p",
    times,
    work: { prompt: "look", agent: "offline", to: "orchestrator" },
    policy,
    created: how.from,
    by: "ann",
    status: "active",
    changed: how.from,
    cursor: how.from,
    next,
    notices: [],
  }
}
