import { advanceSchedule, mayAdvance, type ScheduleChange } from "../advance-schedule.ts"
import type { ScheduleStore } from "../store.ts"

/** Makes the rows of everything that is due by now, for all schedules. Returns what changed. */
export async function makeDues(store: ScheduleStore, now: number): Promise<readonly ScheduleChange[]> {
  const all: ScheduleChange[] = []
  for (;;) {
    const changes = await store.advance(now, (schedule, see) =>
      mayAdvance(schedule, now) ? advanceSchedule(see(), now) : undefined,
    )
    all.push(...changes)
    if (!changes.some(({ hasMore }) => hasMore === true)) return all
  }
}
