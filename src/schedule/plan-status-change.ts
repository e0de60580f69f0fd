import { SkilletError } from "../problem/failure.ts"
import type { ScheduleChange, SeenSchedule } from "./advance-schedule.ts"
import { listDueTimes } from "./due-times.ts"
import { isUnderWay, type NewDue, type Schedule, type ScheduleStatus } from "./schedule.ts"

const MOST_AT_ONCE = 1000

/** Due times until now that have no row yet get one: they are skipped, for this reason. */
function skipUntilNow(schedule: Schedule, now: number, why: string) {
  const { times, next } = listDueTimes(schedule.times, schedule.policy, {
    after: schedule.cursor,
    upTo: now,
    most: MOST_AT_ONCE,
  })
  const add = times.map((at): NewDue => ({ at, cause: "time", state: "skipped", why, isCatchUp: false }))
  const cursor = Math.max(schedule.cursor, times.at(-1) ?? 0)
  return { add, hasMore: next !== undefined && next <= now, moved: { ...schedule, cursor, next } }
}

/** What was already due and has not begun does not run. The due times of the pause get their rows when it ends. */
export function planPause({ schedule, open }: SeenSchedule, now: number): ScheduleChange {
  requireStatus(schedule, "pause")
  return {
    schedule: { ...schedule, status: "paused", changed: now, because: undefined },
    skip: { dues: open.filter((due) => !isUnderWay(due) && due.cause !== "asked"), why: "the schedule was paused" },
  }
}

/** Due times of the pause are skipped, unless they are to be caught up with: then the policy decides on them. */
export function planResume(
  { schedule }: SeenSchedule,
  how: { readonly now: number; readonly catchUp: boolean },
): ScheduleChange {
  requireStatus(schedule, "resume")
  const active = { ...schedule, status: "active", changed: how.now, because: undefined } as const
  if (how.catchUp) return { schedule: active }
  const { add, moved, hasMore } = skipUntilNow(schedule, how.now, "the schedule was paused")
  return { schedule: hasMore ? moved : { ...active, cursor: moved.cursor, next: moved.next }, add, hasMore }
}

/** It does not start again: what was claimed is skipped too, and its run cannot begin. */
export function planDeletion({ schedule, open }: SeenSchedule, now: number, because: string): ScheduleChange {
  requireStatus(schedule, "delete")
  const { add, moved, hasMore } =
    schedule.status === "active"
      ? skipUntilNow(schedule, now, because)
      : skipUntilNow(schedule, now, "the schedule was paused")
  if (hasMore) return { schedule: moved, add, hasMore }
  return {
    schedule: { ...moved, status: "deleted", because, changed: now, next: undefined },
    add,
    skip: { dues: open.filter(({ state }) => state !== "running"), why: because },
  }
}

/** What a schedule in a state cannot do, as a sentence; absent if it can. */
const refusals: Readonly<
  Record<StatusChange, Readonly<Partial<Record<ScheduleStatus, (schedule: Schedule) => string>>>>
> = {
  pause: { paused: () => "is already paused", ended: describeEnd, deleted: describeEnd },
  resume: { active: () => "is not paused", ended: describeEnd, deleted: describeEnd },
  delete: { ended: describeEnd, deleted: describeEnd },
  run: { deleted: describeEnd },
}

export type StatusChange = "pause" | "resume" | "delete" | "run"

/** `was deleted by ann`, `has ended: max-runs is reached: 1 run`. */
function describeEnd({ status, because = "" }: Schedule): string {
  return status === "deleted" ? `was ${because}` : `has already ended: ${because}`
}

export function requireStatus(schedule: Schedule, change: StatusChange): void {
  const refuse = refusals[change][schedule.status]
  if (refuse === undefined) return
  throw new SkilletError("schedule.wrong-status", `${schedule.id} ${refuse(schedule)}`, {
    retry: "no",
    next: `skillet schedule show ${schedule.id} shows its state`,
  })
}
