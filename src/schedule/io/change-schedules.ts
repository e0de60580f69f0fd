import os from "node:os"
import { SkilletError } from "../../problem/failure.ts"
import { makeNoServerError } from "../../run/io/postgres/make-no-server-error.ts"
import { findNearestNames } from "../../text/find-nearest-names.ts"
import type { ScheduleChange, SeenSchedule } from "../advance-schedule.ts"
import { planDeletion, planPause, planResume, requireStatus } from "../plan-status-change.ts"
import { describeSchedule, type ListedSchedule } from "../describe-schedule.ts"
import {
  type NewLoop,
  type NewSchedule,
  planLoop,
  type PlannedSchedule,
  planSchedule,
  type ScheduleFacts,
} from "../plan-schedule.ts"
import type { Due, Schedule } from "../schedule.ts"
import { readSlash } from "../read-slash.ts"
import { sealSchedule } from "../start-place.ts"
import type { ScheduleFilter, ScheduleStore } from "../store.ts"
import type { Schedules } from "./schedules.ts"

export interface AddedSchedule extends Omit<PlannedSchedule, "dues"> {
  /** The next five due times, in milliseconds. */
  readonly next: readonly number[]
  /** When somebody last looked for due times; nothing starts before somebody does. */
  readonly lastTick?: number | undefined
  readonly now: number
}

export async function addSchedule(schedules: Schedules, wanted: NewSchedule): Promise<AddedSchedule> {
  return keep(schedules, planSchedule(wanted, gatherFacts(schedules)))
}

export async function addLoop(schedules: Schedules, wanted: NewLoop): Promise<AddedSchedule> {
  return keep(schedules, planLoop(wanted, gatherFacts(schedules)))
}

function gatherFacts(schedules: Schedules): ScheduleFacts {
  const { project, directory, env, here } = schedules
  const by = env["SKILLET_AGENT"] || "human"
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return { id: schedules.newId("s"), project, directory, identity: here?.identity, now: schedules.now(), by, zone }
}

async function keep(schedules: Schedules, planned: PlannedSchedule): Promise<AddedSchedule> {
  const { here, store } = schedules
  const { dues, ...added } = planned
  const { workflow, prompt, agent } = planned.schedule.work
  if (agent === "workers" && here === undefined) throw makeNoServerError()
  if (workflow !== undefined || readSlash(prompt) !== undefined)
    await (await import("./require-work.ts")).requireWork(schedules, planned.schedule)
  const schedule = { ...planned.schedule, seal: here && sealSchedule(here.secret, planned.schedule) }
  await store.add(schedule, dues)
  const { next } = await show(schedules, schedule, 5)
  return { ...added, schedule, next, lastTick: await readLastTick(store, [schedule]), now: schedules.now() }
}

/** When somebody last looked who may start all of these. Workers start only what is for workers. */
async function readLastTick(store: ScheduleStore, listed: readonly Schedule[]): Promise<number | undefined> {
  const timer = await store.lastTick("timer")
  if (!listed.every(({ work }) => work.agent === "workers")) return timer
  const worker = await store.lastTick("worker")
  return timer === undefined || worker === undefined ? (timer ?? worker) : Math.max(timer, worker)
}

async function show(schedules: Schedules, schedule: Schedule, count: number): Promise<ListedSchedule> {
  const summary = await schedules.store.summary(schedule.id)
  const { open, totals } = (await schedules.store.see(schedule.id)) ?? { open: [], totals: { started: 0, cost: 0 } }
  return describeSchedule({ schedule, summary, open, totals, now: schedules.now(), count })
}

export interface ListedSchedules {
  readonly schedules: readonly ListedSchedule[]
  readonly lastTick?: number | undefined
  readonly now: number
}

/** Those of this project, or of all projects in this database. */
export async function listSchedules(
  schedules: Schedules,
  filter: ScheduleFilter & { readonly everywhere?: boolean | undefined } = {},
): Promise<ListedSchedules> {
  const project = filter.everywhere === true ? undefined : schedules.project
  const found = await schedules.store.schedules({ project, identity: schedules.here?.identity, all: filter.all })
  return {
    schedules: await Promise.all(found.map((one) => show(schedules, one, 1))),
    lastTick: await readLastTick(schedules.store, found),
    now: schedules.now(),
  }
}

/** A schedule by its id or the beginning of its id, with or without `s-`. */
export async function findSchedule({ store: stored }: Schedules, id: string): Promise<Schedule> {
  const begin = id.startsWith("s-") ? id : `s-${id}`
  const found = id === "" ? [] : await stored.find(begin)
  const [first, ...more] = found
  if (first !== undefined && (more.length === 0 || first.id === begin)) return first
  const ids = (await stored.schedules({ all: true })).map((one) => one.id)
  const near = findNearestNames(begin, ids)
  const many = `several schedules begin with "${id}": ${found.map((one) => one.id).join(", ")}`
  throw new SkilletError("schedule.not-found", found.length > 1 ? many : `there is no schedule "${id}"`, {
    retry: "no",
    next: near.length > 0 ? `did you mean ${near.join(" or ")}?` : "skillet schedule list --all shows them",
  })
}

export interface ShownSchedule extends ListedSchedule {
  readonly now: number
}

export async function showSchedule(schedules: Schedules, id: string): Promise<ShownSchedule> {
  return { ...(await show(schedules, await findSchedule(schedules, id), 5)), now: schedules.now() }
}

export async function listPastDues(schedules: Schedules, id: string, most: number): Promise<readonly Due[]> {
  return schedules.store.history((await findSchedule(schedules, id)).id, most)
}

/** Makes it due now, besides its own times. */
export async function runSchedule(schedules: Schedules, id: string): Promise<Due> {
  const { id: schedule } = await findSchedule(schedules, id)
  const at = schedules.now()
  await schedules.store.change(schedule, at, (seen) => {
    requireStatus(seen.schedule, "run")
    return { schedule: seen.schedule, add: [{ at, cause: "asked", state: "due", isCatchUp: false }] }
  })
  return (await schedules.store.due({ schedule, at })) as Due
}

export async function pauseSchedule(schedules: Schedules, id: string): Promise<Schedule> {
  return change(schedules, id, (seen, now) => planPause(seen, now))
}

export async function resumeSchedule(
  schedules: Schedules,
  id: string,
  { catchUp }: { readonly catchUp?: boolean | undefined } = {},
): Promise<Schedule> {
  return change(schedules, id, (seen, now) => planResume(seen, { now, catchUp: catchUp === true }))
}

export interface DeletedSchedule {
  readonly schedule: Schedule
  /** The run that is still under way. */
  readonly running?: string | undefined
}

/** It does not start again. A run that is under way continues. */
export async function deleteSchedule(schedules: Schedules, id: string): Promise<DeletedSchedule> {
  const by = schedules.env["SKILLET_AGENT"] || os.userInfo().username
  const schedule = await change(schedules, id, (seen, now) => planDeletion(seen, now, `deleted by ${by}`))
  const open = (await schedules.store.see(schedule.id))?.open ?? []
  return { schedule, running: open.find(({ state }) => state === "running")?.run }
}

/** A schedule that is not a loop is left alone: its id may be a typing error. */
export async function cancelLoop(schedules: Schedules, id: string): Promise<DeletedSchedule> {
  const { id: found, origin } = await findSchedule(schedules, id)
  if (origin === "loop") return deleteSchedule(schedules, found)
  throw new SkilletError("loop.not-a-loop", `${found} is a schedule and not a loop`, {
    retry: "no",
    next: `skillet schedule delete ${found} deletes it`,
  })
}

async function change(
  schedules: Schedules,
  id: string,
  decide: (seen: SeenSchedule, now: number) => ScheduleChange,
): Promise<Schedule> {
  const found = await findSchedule(schedules, id)
  for (;;) {
    const now = schedules.now()
    const changed = await schedules.store.change(found.id, now, (seen) => decide(seen, now))
    if (changed === undefined) throw new Error(`schedule ${found.id} is gone`)
    if (changed.hasMore !== true) return changed.schedule
  }
}
