import { runTables } from "../../../run/io/store/run-tables.ts"
import { castToBytes, decodeText, type ReadCell, type Synchronous } from "../../../system/database/decode-cells.ts"
import type { FailMoment } from "../../../system/database/failpoint.ts"
import { isLeaseLost } from "../../../system/database/is-lease-lost.ts"
import { type LeaseClock, openMachineClock } from "../../../system/database/machine-clock.ts"
import { migrate } from "../../../system/database/migrate.ts"
import { type Database, openDatabase } from "../../../system/database/open-database.ts"
import { damagedError, toAsyncPort } from "../../../system/database/store-failure.ts"
import type { ScheduleChange, SeenSchedule } from "../../advance-schedule.ts"
import type { OpenDecision, OpenDue } from "../../decide-open.ts"
import type { Due, Schedule } from "../../schedule.ts"
import type { ClaimBy, ClaimedDue, DecidedDue, ScheduleFilter, ScheduleStore, TickedBy } from "../../store.ts"
import {
  insertDue,
  listHistory,
  listOpenDues,
  listOpenRows,
  readDue,
  readLastSuccess,
  readDueSummary,
  readTotals,
} from "./due-rows.ts"
import { scheduleTables } from "./schedule-tables.ts"

export interface ScheduleStoreOptions {
  readonly file: string
  /** How long to wait for another process that is writing (default 5 s). */
  readonly busyMilliseconds?: number | undefined
  readonly leaseClock?: LeaseClock | undefined
  readonly fail?: ((moment: FailMoment, act: string) => void) | undefined
}

interface Tools {
  readonly database: Database
  readonly clock: LeaseClock
  /** One transaction, with the moments at which a test may end the process. */
  write<Result>(act: () => Result): Result
}

const DOC = castToBytes("doc")
const HELD = "schedule = ? AND at = ? AND epoch = ? AND worker = ?"
const sql = {
  put: `INSERT INTO schedules (id, project, status, created, doc) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET status = excluded.status, doc = excluded.doc`,
  one: `SELECT ${DOC} FROM schedules WHERE id = ?`,
  beginning: `SELECT ${DOC} FROM schedules WHERE substr(id, 1, length(?)) = ? ORDER BY created DESC, id`,
  all: `SELECT ${DOC} FROM schedules ORDER BY created DESC, id`,
  active: `SELECT ${DOC} FROM schedules WHERE status = 'active' ORDER BY created DESC, id`,
  skip: `UPDATE dues SET state = 'skipped', why = ?, ended = ?, worker = NULL WHERE schedule = ? AND at = ?
    AND state IN ('due', 'claimed')`,
  settle: `UPDATE dues SET state = ?, why = ?, ended = ?, worker = NULL WHERE schedule = ? AND at = ?
    AND state IN ('due', 'claimed')`,
  claim: `UPDATE dues SET state = CASE state WHEN 'due' THEN 'claimed' ELSE state END, run = coalesce(run, ?),
    epoch = epoch + 1, worker = ?, boot = ?, until = ?, lasts = ? WHERE schedule = ? AND at = ?
    AND state IN ('due', 'claimed', 'running')`,
  fail: `UPDATE dues SET state = 'failed', why = ?, ended = ?, worker = NULL WHERE ${HELD} AND state = 'claimed'`,
  renew: `UPDATE dues SET until = ? + lasts WHERE ${HELD}`,
  release: `UPDATE dues SET worker = NULL WHERE ${HELD}`,
  tell: "UPDATE dues SET told = 1 WHERE schedule = ? AND at = ?",
  noop: "UPDATE dues SET noop = 1 WHERE schedule = ? AND at = ?",
  tick: "INSERT INTO schedule_ticks (id, at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET at = max(schedule_ticks.at, excluded.at)",
  ticked: "SELECT at FROM schedule_ticks WHERE id = ?",
} as const

const TICKS: Readonly<Record<TickedBy, number>> = { timer: 1, worker: 2 }

/** Schedules in the same file as runs, because the commits of a run settle its due time. */
export function openScheduleStore(options: ScheduleStoreOptions): ScheduleStore {
  const database = openDatabase(options.file, options.busyMilliseconds ?? 5000)
  migrate(database, runTables)
  migrate(database, scheduleTables)
  return assembleScheduleStore(database, options)
}

/** The same functions on any database. */
export function assembleScheduleStore(
  database: Database,
  { fail, leaseClock }: Pick<ScheduleStoreOptions, "fail" | "leaseClock">,
): ScheduleStore {
  const tools: Tools = {
    database,
    clock: leaseClock ?? openMachineClock(),
    write(act) {
      fail?.("before", "schedule")
      const done = database.transaction(() => {
        const result = act()
        fail?.("during", "schedule")
        return { result, keep: true }
      })
      fail?.("after", "schedule")
      return done
    },
  }
  return toAsyncPort<ScheduleStore>(database.file, {
    ...openScheduleRows(tools),
    ...openDueRows(tools),
    close: () => database.close(),
  })
}

type ScheduleRows = Pick<
  ScheduleStore,
  "add" | "schedules" | "find" | "see" | "change" | "advance" | "listActive" | "clearNotices" | "noteTick" | "lastTick"
>

function openScheduleRows({ database, write }: Tools): Synchronous<ScheduleRows> {
  const read = (cells: readonly ReadCell[]) => readSchedule(database, cells)
  return {
    add: (schedule, dues) =>
      write(() => {
        putSchedule(database, schedule)
        for (const due of dues) insertDue(database, schedule.id, { ...due, made: schedule.created })
      }),
    schedules: ({ project, identity, all } = {}) =>
      database
        .all(sql.all)
        .map(read)
        .filter((one) => isOfProject(one, { project, identity }) && (all === true || isListed(one))),
    find: (begin) => database.all(sql.beginning, [begin, begin]).map(read),
    see: (id) => database.moment(() => seeSchedule(database, id)),
    change: (id, at, decide) =>
      write(() => {
        const seen = seeSchedule(database, id)
        const change = seen && decide(seen)
        if (change !== undefined) writeChange(database, change, at)
        return change
      }),
    advance: (at, decide) =>
      write(() =>
        database.all(sql.active).flatMap((cells) => {
          const schedule = read(cells)
          const change = decide(schedule, () => seeRows(database, schedule))
          if (change !== undefined) writeChange(database, change, at)
          return change ?? []
        }),
      ),
    listActive: () =>
      database
        .all(sql.all)
        .map(read)
        .filter(({ status, notices }) => status === "active" || notices.length > 0),
    clearNotices: (id, keys) =>
      write(() => {
        const schedule = seeSchedule(database, id)?.schedule
        if (schedule === undefined) return
        putSchedule(database, { ...schedule, notices: schedule.notices.filter(({ key }) => !keys.includes(key)) })
      }),
    noteTick: (at, by) => void database.write(sql.tick, [TICKS[by], at]),
    lastTick: (by) => {
      const [at] = database.first(sql.ticked, [TICKS[by]]) ?? []
      return at === undefined ? undefined : Number(at)
    },
  }
}

function isOfProject(schedule: Schedule, { project, identity }: Pick<ScheduleFilter, "project" | "identity">): boolean {
  if (project === undefined || schedule.project === project) return true
  return identity !== undefined && schedule.identity === identity
}

/** What has ended is listed only on request. */
function isListed({ status }: Schedule): boolean {
  return status === "active" || status === "paused"
}

function putSchedule(database: Database, schedule: Schedule): void {
  const { id, project, status, created } = schedule
  database.write(sql.put, [id, project, status, created, JSON.stringify(schedule)])
}

function readSchedule(database: Database, [doc]: readonly ReadCell[]): Schedule {
  try {
    return JSON.parse(decodeText(doc)) as Schedule
  } catch (error) {
    throw damagedError(database.file, "a schedule is not readable", error)
  }
}

function seeSchedule(database: Database, id: string): SeenSchedule | undefined {
  const cells = database.first(sql.one, [id])
  return cells && seeRows(database, readSchedule(database, cells))
}

function seeRows(database: Database, schedule: Schedule): SeenSchedule {
  const { id } = schedule
  return {
    schedule,
    open: listOpenDues(database, id),
    totals: readTotals(database, id),
    lastSuccess: readLastSuccess(database, id)?.ended,
  }
}

function writeChange(database: Database, change: ScheduleChange, at: number): void {
  const { schedule, add = [], skip, noop } = change
  putSchedule(database, schedule)
  for (const due of add) insertDue(database, schedule.id, { ...due, made: at })
  for (const due of skip?.dues ?? []) database.write(sql.skip, [skip?.why ?? "", at, schedule.id, due.at])
  if (noop !== undefined) database.write(sql.noop, [schedule.id, noop])
}

type DueRows = Pick<
  ScheduleStore,
  "decideOpen" | "listOpen" | "due" | "settle" | "renew" | "release" | "tell" | "history" | "summary"
>

function openDueRows(tools: Tools): Synchronous<DueRows> {
  const { database, clock, write } = tools
  return {
    decideOpen: (decide, claim) =>
      write(() => {
        const open = seeOpen(tools)
        const schedules = new Map(open.map(({ schedule }) => [schedule.id, schedule]))
        return decide(open).flatMap((decision) => {
          const schedule = schedules.get(decision.due.schedule)
          const written = schedule && writeDecision(tools, decision, claim)
          return written === undefined ? [] : [{ ...written, schedule } as DecidedDue]
        })
      }),
    listOpen: () => database.moment(() => seeOpen(tools)),
    due: (key) => readDue(database, key),
    settle: (claimed, { why, at }) => write(() => database.write(sql.fail, [why, at, ...heldCells(claimed)]) === 1),
    renew: (claimed) => database.write(sql.renew, [clock.now(), ...heldCells(claimed)]) === 1,
    release: (claimed) => void database.write(sql.release, heldCells(claimed)),
    tell: ({ schedule, at }) => void write(() => database.write(sql.tell, [schedule, at])),
    history: (id, most) => listHistory(database, id, most),
    summary: (id) => database.moment(() => readDueSummary(database, id)),
  }
}

function heldCells({ schedule, at, epoch, worker }: ClaimedDue) {
  return [schedule, at, epoch, worker] as const
}

function seeOpen({ database, clock }: Tools): readonly OpenDue[] {
  const seen = new Map<string, SeenSchedule | undefined>()
  return listOpenRows(database).flatMap(({ due, lease, isAsking }) => {
    if (!seen.has(due.schedule)) seen.set(due.schedule, seeSchedule(database, due.schedule))
    const of = seen.get(due.schedule)
    if (of === undefined) return []
    const isFree = lease === undefined || isLeaseLost(clock, lease)
    return [{ due, schedule: of.schedule, totals: of.totals, isFree, isAsking }]
  })
}

function writeDecision(
  { database, clock }: Tools,
  decision: OpenDecision,
  { worker, leaseMilliseconds, newRunId, at }: ClaimBy,
): OpenDecision {
  const { due } = decision
  const key = [due.schedule, due.at]
  if (decision.kind === "settle") database.write(sql.settle, [decision.state, decision.why, at, ...key])
  if (decision.kind !== "claim") return decision
  const until = clock.now() + leaseMilliseconds
  database.write(sql.claim, [newRunId(), worker, clock.boot, until, leaseMilliseconds, ...key])
  const claimed = readDue(database, due) as Due
  return { ...decision, due: claimed }
}
