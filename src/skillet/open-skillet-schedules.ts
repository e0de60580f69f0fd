import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../problem/failure.ts"
import {
  type AddedSchedule,
  addLoop,
  addSchedule,
  cancelLoop,
  runSchedule,
  resumeSchedule,
  type DeletedSchedule,
  pauseSchedule,
  type ListedSchedules,
  listPastDues,
  listSchedules,
  deleteSchedule,
  type ShownSchedule,
  showSchedule,
} from "../schedule/io/change-schedules.ts"
import type { TimerInstall, TimerWanted } from "../schedule/io/install-timer.ts"
import type { Schedules } from "../schedule/io/schedules.ts"
import { openScheduleStore, type ScheduleStoreOptions } from "../schedule/io/store/open-schedule-store.ts"
import type { Ticked, TickOptions } from "../schedule/io/tick.ts"
import type { NewLoop, NewSchedule } from "../schedule/plan-schedule.ts"
import type { Due, Schedule } from "../schedule/schedule.ts"
import { readFailpoint } from "../system/database/failpoint.ts"
import { locateDatabase } from "../system/database/locate-database.ts"
import { isPostgresAddress } from "../system/database/postgres-address.ts"
import { makeWorkerName } from "../system/database/worker.ts"
import { findProject } from "../system/find-project.ts"
import { makeId } from "../system/make-id.ts"
import { findAvailableWorkflow } from "./find-available-workflow.ts"
import { openResources, type Resources } from "./open-resources.ts"

/** Work that runs repeatedly, or once at a given time. Every due time leaves a row that says what happened to it. */
export interface SkilletSchedules {
  add(schedule: NewSchedule): Promise<AddedSchedule>
  /** Adds a loop, which is due at once and ends by itself. `tick` starts it. */
  loop(loop: NewLoop): Promise<AddedSchedule>
  list(filter?: {
    readonly all?: boolean | undefined
    readonly everywhere?: boolean | undefined
  }): Promise<ListedSchedules>
  show(schedule: string): Promise<ShownSchedule>
  /** Its due times, newest first. */
  history(schedule: string, how?: { readonly most?: number | undefined }): Promise<readonly Due[]>
  /** Makes it due now. `tick` starts it. */
  run(schedule: string): Promise<Due>
  pause(schedule: string): Promise<Schedule>
  /** Due times of the pause are skipped, unless they are to be caught up with. */
  resume(schedule: string, how?: { readonly catchUp?: boolean | undefined }): Promise<Schedule>
  delete(schedule: string): Promise<DeletedSchedule>
  /** Deletes a schedule that `loop` added, and no other. */
  cancelLoop(loop: string): Promise<DeletedSchedule>
  /** Looks for due times of all projects, and works on them here, or with `script` in the background. */
  tick(how?: TickOptions): Promise<Ticked>
  /** The change that installs or removes a timer of the operating system; `applyTimer` makes it. */
  planTimer(wanted: TimerWanted): Promise<TimerInstall>
  applyTimer(plan: TimerInstall): Promise<void>
}

export function openSkilletSchedules(resources: Resources): SkilletSchedules {
  const use = async <Result>(act: (schedules: Schedules) => Promise<Result>): Promise<Result> => {
    const schedules = await openSchedules(resources)
    try {
      return await act(schedules)
    } finally {
      await schedules.store.close()
    }
  }
  const place = () => ({ env: resources.env, directory: resources.options.cwd ?? process.cwd() })
  return {
    add: (schedule) => use((schedules) => addSchedule(schedules, schedule)),
    loop: (loop) => use((schedules) => addLoop(schedules, loop)),
    list: (filter) => use((schedules) => listSchedules(schedules, filter)),
    show: (id) => use((schedules) => showSchedule(schedules, id)),
    history: (id, { most = 50 } = {}) => use((schedules) => listPastDues(schedules, id, most)),
    run: (id) => use((schedules) => runSchedule(schedules, id)),
    pause: (id) => use((schedules) => pauseSchedule(schedules, id)),
    resume: (id, how) => use((schedules) => resumeSchedule(schedules, id, how)),
    delete: (id) => use((schedules) => deleteSchedule(schedules, id)),
    cancelLoop: (id) => use((schedules) => cancelLoop(schedules, id)),
    async tick(how) {
      const { tick } = await import("../schedule/io/tick.ts")
      return use((schedules) => tick(schedules, how))
    },
    planTimer: async (wanted) => (await import("../schedule/io/install-timer.ts")).planTimerChange(place(), wanted),
    applyTimer: async (plan) => (await import("../schedule/io/install-timer.ts")).applyTimer(place(), plan),
  }
}

/** Due times are settled by the commits of runs, so both are in the machine's own database. */
export async function openSchedules({ options, env }: Resources): Promise<Schedules> {
  if (options.store !== undefined)
    throw new SkilletError("schedule.other-store", "schedules work only with the machine's own store of runs", {
      retry: "no",
      next: "open Skillet without the option store",
    })
  const directory = path.resolve(options.cwd ?? process.cwd())
  const fail = readFailpoint(process.env["SKILLET_FAILPOINT"])
  const { store, readClock, here } = await openStore(locateDatabase(env), { directory, env, fail })
  return {
    store,
    env,
    project: findProject(directory).project,
    directory,
    here,
    now: options.now ?? readClock ?? Date.now,
    newId: makeId,
    nameWorker: () => makeWorkerName("schedule"),
    hasDirectory: isDirectory,
    async openPlace(at) {
      if (!isDirectory(at))
        throw new SkilletError("schedule.no-directory", `${at} is not a directory any more`, {
          retry: "no",
          next: "delete the schedule, and add it again where its work is",
        })
      const there = openResources({ ...options, cwd: at })
      return {
        session: await there.session(),
        runs: await there.runs(),
        wake: await there.wake(),
        findWorkflow: (name) => findAvailableWorkflow(there, name),
        close: () => there.close(),
      }
    },
  }
}

function isDirectory(at: string): boolean {
  return fs.statSync(at, { throwIfNoEntry: false })?.isDirectory() === true
}

interface OpenedStore extends Pick<Schedules, "store" | "here"> {
  readonly readClock?: (() => number) | undefined
}

async function openStore(
  file: string,
  { directory, env, fail }: Pick<Schedules, "directory" | "env"> & Pick<ScheduleStoreOptions, "fail">,
): Promise<OpenedStore> {
  if (!isPostgresAddress(file)) return { store: openScheduleStore({ file, fail }) }
  const [{ openPostgresScheduleStore }, { readHere }] = await Promise.all([
    import("../schedule/io/store/open-postgres-schedule-store.ts"),
    import("../schedule/io/read-here.ts"),
  ])
  const here = await readHere(directory, env)
  const store = openPostgresScheduleStore({ address: file, fail })
  return { store, here, readClock: () => store.readClock() }
}
