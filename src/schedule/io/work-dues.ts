import { cancelRun } from "../../run/io/answer-question.ts"
import { decideOpen } from "../decide-open.ts"
import type { Due, Schedule } from "../schedule.ts"
import { findStartPlace, type Looker } from "../start-place.ts"
import type { DecidedDue } from "../store.ts"
import { CLAIM_MILLISECONDS, fireDue } from "./fire-due.ts"
import { lookForDues, type Looked } from "./look-for-dues.ts"
import type { Schedules } from "./schedules.ts"

export interface DuesWorked extends Looked {
  /** What this process did, as it is now. */
  readonly worked: readonly Due[]
}

/** Looks for due times and works on them in this process until none is left that may start. */
export async function workDues(schedules: Schedules, signal: AbortSignal, by: Looker): Promise<DuesWorked> {
  const looked = [await lookForDues(schedules, by)]
  const underWay = new Map<string, Promise<void>>()
  const failures: unknown[] = []
  const worked = new Map<string, Due>()
  for (;;) {
    const started = signal.aborted ? [] : await claimDues(schedules, by)
    for (const { schedule, due, worker } of started) {
      const key = `${due.schedule} ${due.at}`
      worked.set(key, due)
      const work = fireDue(schedules, { schedule, due, worker, signal })
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(key))
      underWay.set(key, work)
    }
    if (underWay.size === 0) break
    await Promise.race(underWay.values())
    if (underWay.size === 0) looked.push(await lookForDues(schedules, by))
  }
  if (failures.length > 0) throw failures[0]
  const now = await Promise.all([...worked.values()].map(async (due) => (await schedules.store.due(due)) ?? due))
  return { ...joinLooks(looked), worked: now }
}

/** Everything that was made and said, and how it is in the end. */
function joinLooks(looked: readonly Looked[]): Looked {
  return {
    ...(looked.at(-1) as Looked),
    made: looked.flatMap(({ made }) => made),
    notices: looked.flatMap(({ notices }) => notices),
  }
}

/** Claims what may start. What has to be cancelled first is, and then everything is decided again. */
async function claimDues(schedules: Schedules, by: Looker) {
  const worker = schedules.nameWorker()
  const findPlace = (schedule: Schedule) => findStartPlace(schedule, schedules.here, by)
  const decide = (): Promise<readonly DecidedDue[]> => {
    const now = schedules.now()
    return schedules.store.decideOpen((open) => decideOpen(open, now, (one) => findPlace(one) !== undefined), {
      worker,
      leaseMilliseconds: CLAIM_MILLISECONDS,
      newRunId: () => schedules.newId("r"),
      at: now,
    })
  }
  const first = await decide()
  const cancelled = first.filter((one) => one.kind === "cancel")
  for (const { due, schedule, why } of cancelled)
    await cancelDue(schedules, { directory: schedules.here?.directory ?? schedule.directory, due, why })
  const all = cancelled.length === 0 ? first : [...first, ...(await decide())]
  return all.flatMap((one) => {
    if (one.kind !== "claim") return []
    const directory = findPlace(one.schedule) ?? one.schedule.directory
    return [{ schedule: { ...one.schedule, directory }, due: one.due, worker }]
  })
}

/** The last commit of the run settles its due time. One that was only claimed has no run yet: it is left to its process. */
async function cancelDue(
  schedules: Schedules,
  { directory, due, why }: { readonly directory: string; readonly due: Due; readonly why: string },
): Promise<void> {
  if (due.state !== "running" || due.run === undefined) return
  const place = await schedules.openPlace(directory)
  try {
    await cancelRun(place.runs, due.run, { reason: why, by: "schedule" })
  } finally {
    await place.close()
  }
}
