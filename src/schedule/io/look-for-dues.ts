import { openHistory } from "../../run/history.ts"
import { NO_ITEM } from "../../run/model.ts"
import { switchScope } from "../../tasks/io/open-wake.ts"
import { postMessage } from "../../tasks/io/post-message.ts"
import { decideOpen } from "../decide-open.ts"
import { addRound, planRound, readRoundAnswer } from "../loop/plan-round.ts"
import type { Due, NewDue, Notice, Schedule } from "../schedule.ts"
import { WORK_STEP } from "../scheduled-workflow.ts"
import { findStartPlace, type Looker } from "../start-place.ts"
import { makeDues } from "./make-dues.ts"
import type { SchedulePlace, Schedules } from "./schedules.ts"

export interface Looked {
  readonly at: number
  /** The rows that were made. */
  readonly made: readonly (NewDue & { readonly schedule: string })[]
  /** What owners of schedules were told. */
  readonly notices: readonly Notice[]
  /** How many schedules are active. */
  readonly active: number
  /** How many due times can start now, and how many are due but have to wait. */
  readonly ready: number
  readonly waiting: number
  /** How many of those that wait only another machine may start. */
  readonly elsewhere: number
}

/** Makes the rows of all due times until now, plans the next rounds of self-paced loops, and tells owners what they must know. */
export async function lookForDues(schedules: Schedules, by: Looker): Promise<Looked> {
  const { store, here } = schedules
  const mayStart = (schedule: Schedule) => findStartPlace(schedule, here, by) !== undefined
  const at = schedules.now()
  const changes = await makeDues(store, at)
  const notices: Notice[] = []
  const listed = await store.listActive()
  for (const schedule of listed) {
    if (schedule.times.kind === "self-paced") await planNextRound(schedules, schedule)
    const [now] = await store.find(schedule.id)
    if (now !== undefined && now.notices.length > 0) notices.push(...(await postNotices(schedules, now)))
  }
  // The next look of a person may be far away.
  if (by !== "person") await store.noteTick(at, by)
  const open = await store.listOpen()
  const decided = decideOpen(open, schedules.now(), mayStart)
  const isWaiting = (due: Due) => due.state === "due" && due.at <= at
  return {
    at,
    made: changes.flatMap(({ schedule, add = [] }) => add.map((due) => ({ ...due, schedule: schedule.id }))),
    notices,
    active: listed.filter(({ status }) => status === "active").length,
    ready: decided.filter(({ kind }) => kind !== "wait").length,
    waiting: decided.filter(({ kind, due }) => kind === "wait" && isWaiting(due)).length,
    elsewhere: open.filter(({ schedule, due }) => isWaiting(due) && !mayStart(schedule)).length,
  }
}

/** The next round of a loop whose last one has ended. */
async function planNextRound(schedules: Schedules, { id, directory }: Schedule): Promise<void> {
  const { store } = schedules
  const seen = await store.see(id)
  const [last] = await store.history(id, 1)
  if (seen === undefined || seen.open.length > 0 || last === undefined) return
  const text = last.run === undefined ? undefined : await readResult(schedules, directory, last.run)
  const answer = readRoundAnswer(text)
  const plan = planRound(last, answer)
  const now = schedules.now()
  await store.change(id, now, (found) => addRound(found, { plan, last, isNoop: answer?.noop === true, now }))
}

async function readResult(schedules: Schedules, directory: string, run: string): Promise<string | undefined> {
  return withPlace(schedules, directory, async ({ runs }) =>
    openHistory(runs.engine.store).text({ run, step: WORK_STEP, round: 1, item: NO_ITEM }),
  )
}

/**
 * Posted under their keys, so nothing is said twice, to the project of the schedule, and with commands that work where they
 * are read. If the directory is gone, they stay until somebody looks.
 */
async function postNotices(schedules: Schedules, schedule: Schedule): Promise<readonly Notice[]> {
  const { id, by, directory, notices, project } = schedule
  const posted = await withPlace(schedules, directory, async (place) => {
    const wake = switchScope(place.wake, { ...place.wake.scope, project })
    const written = notices.map((one) => ({ ...one, text: one.text.replaceAll("`skillet ", `\`${wake.program} `) }))
    for (const { key, text } of written)
      await postMessage(wake, { from: "schedule", to: by, type: "notice", text, key })
    return written
  })
  if (posted === undefined) return notices
  await schedules.store.clearNotices(
    id,
    posted.map(({ key }) => key),
  )
  return posted
}

/**
 * Undefined if the directory does not exist any more. If machines share the database it may be on another one, and this
 * process's own directory leads to the same rows.
 */
async function withPlace<Result>(
  schedules: Schedules,
  directory: string,
  act: (place: SchedulePlace) => Promise<Result>,
): Promise<Result | undefined> {
  const there = schedules.hasDirectory(directory) ? directory : schedules.here?.directory
  if (there === undefined) return undefined
  const place = await schedules.openPlace(there)
  try {
    return await act(place)
  } finally {
    await place.close()
  }
}
