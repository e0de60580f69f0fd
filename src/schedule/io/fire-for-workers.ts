import { mayAdvance } from "../advance-schedule.ts"
import { decideOpen } from "../decide-open.ts"
import type { Due, Schedule } from "../schedule.ts"
import { findStartPlace } from "../start-place.ts"
import type { Schedules } from "./schedules.ts"
import { workDues } from "./work-dues.ts"

/** How often it is noted that workers look. */
const NOTED = 60_000

/**
 * One look of a worker: it starts the runs of due times that are for workers of its project, gives them to workers, and
 * waits for none of them. Many workers look, so nothing is locked unless there may be something to do.
 */
export async function fireForWorkers(schedules: Schedules, signal: AbortSignal): Promise<readonly Due[]> {
  const { store, here } = schedules
  const isOwn = (schedule: Schedule) => findStartPlace(schedule, here, "worker") !== undefined
  const active = (await store.listActive()).filter(isOwn)
  const open = await store.listOpen()
  if (active.length === 0 && !open.some(({ schedule }) => isOwn(schedule))) return []
  const now = schedules.now()
  const isNeeded =
    active.some((one) => mayAdvance(one, now) || one.times.kind === "self-paced" || one.notices.length > 0) ||
    decideOpen(open, now, isOwn).some(({ kind }) => kind !== "wait")
  if (isNeeded) return (await workDues(schedules, signal, "worker")).worked
  const last = await store.lastTick("worker")
  if (last === undefined || now - last > NOTED) await store.noteTick(now, "worker")
  return []
}
