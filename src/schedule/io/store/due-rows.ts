import { castToBytes, type Cell, decodeText, type ReadCell } from "../../../system/database/decode-cells.ts"
import type { Database } from "../../../system/database/open-database.ts"
import type { HeldLease } from "../../../system/database/is-lease-lost.ts"
import type { Due, DueCause, DueState, NewDue } from "../../schedule.ts"
import type { DueKey, DueSummary } from "../../store.ts"
import type { Totals } from "../../decide-open.ts"

const COLUMNS = `${castToBytes("schedule")}, at, cause, state, ${castToBytes("why")}, catch_up, made, ${castToBytes("run")},
  epoch, started, ended, cost, told`
const LEASE = `${castToBytes("worker")}, ${castToBytes("boot")}, until, lasts`
const OPEN = "state IN ('due', 'claimed', 'running')"
const STARTED = "started IS NOT NULL OR state = 'claimed'"

const sql = {
  insert: `INSERT OR IGNORE INTO dues (schedule, at, cause, state, why, catch_up, made, epoch, told, cost, ended)
    VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?)`,
  one: `SELECT ${COLUMNS} FROM dues WHERE schedule = ? AND at = ?`,
  open: `SELECT ${COLUMNS}, ${LEASE}, (SELECT asks FROM runs WHERE id = dues.run) FROM dues WHERE ${OPEN} ORDER BY at`,
  openHere: `SELECT ${COLUMNS} FROM dues WHERE schedule = ? AND ${OPEN} ORDER BY at`,
  totals: `SELECT count(*), total(cost) FROM dues WHERE schedule = ? AND (${STARTED})`,
  success: `SELECT ${COLUMNS} FROM dues WHERE schedule = ? AND state = 'ran' ORDER BY at DESC LIMIT 1`,
  tried: `SELECT ${COLUMNS} FROM dues WHERE schedule = ? AND run IS NOT NULL ORDER BY at DESC LIMIT 1`,
  history: `SELECT ${COLUMNS} FROM dues WHERE schedule = ? ORDER BY at DESC LIMIT ?`,
  counts: "SELECT state, count(*), total(noop) FROM dues WHERE schedule = ? GROUP BY state",
} as const

/** The row of a due time that has one already stays as it is. */
export function insertDue(database: Database, schedule: string, due: NewDue & { readonly made: number }): void {
  const { at, cause, state, why = null, isCatchUp, made } = due
  const ended = state === "due" ? null : made
  database.write(sql.insert, [schedule, at, cause, state, why, isCatchUp ? 1 : 0, made, ended])
}

export function readDue(database: Database, { schedule, at }: DueKey): Due | undefined {
  const cells = database.first(sql.one, [schedule, at])
  return cells && toDue(cells)
}

export interface OpenRow {
  readonly due: Due
  /** Absent if nobody claimed it. */
  readonly lease?: HeldLease | undefined
  readonly isAsking: boolean
}

export function listOpenRows(database: Database): readonly OpenRow[] {
  return database.all(sql.open).map((cells) => {
    const [worker, boot, until, lasts, asks] = cells.slice(13)
    const held = { worker: decodeText(worker), boot: decodeText(boot), until: Number(until), lasts: Number(lasts) }
    return { due: toDue(cells), lease: held.worker === "" ? undefined : held, isAsking: Number(asks ?? 0) > 0 }
  })
}

export function listOpenDues(database: Database, schedule: string): readonly Due[] {
  return database.all(sql.openHere, [schedule]).map(toDue)
}

export function readTotals(database: Database, schedule: string): Totals {
  const [started, cost] = database.first(sql.totals, [schedule]) ?? []
  return { started: Number(started ?? 0), cost: Number(cost ?? 0) }
}

export function readLastSuccess(database: Database, schedule: string): Due | undefined {
  return firstDue(database, sql.success, [schedule])
}

export function listHistory(database: Database, schedule: string, most: number): readonly Due[] {
  return database.all(sql.history, [schedule, most]).map(toDue)
}

export function readDueSummary(database: Database, schedule: string): DueSummary {
  const rows = database.all(sql.counts, [schedule])
  return {
    lastSuccess: readLastSuccess(database, schedule),
    lastTry: firstDue(database, sql.tried, [schedule]),
    last: firstDue(database, sql.history, [schedule, 1]),
    counts: Object.fromEntries(rows.map(([state, count]) => [String(state), Number(count)])),
    noops: rows.reduce((sum, [, , noops]) => sum + Number(noops), 0),
  }
}

function firstDue(database: Database, query: string, values: readonly Cell[]): Due | undefined {
  const cells = database.first(query, values)
  return cells && toDue(cells)
}

function toDue(cells: readonly ReadCell[]): Due {
  const [schedule, at, cause, state, why, catchUp, made, run, epoch, started, ended, cost, told] = cells
  return {
    schedule: decodeText(schedule),
    at: Number(at),
    cause: String(cause) as DueCause,
    state: String(state) as DueState,
    why: toText(why),
    isCatchUp: catchUp === 1,
    made: Number(made),
    run: toText(run),
    epoch: Number(epoch),
    started: toNumber(started),
    ended: toNumber(ended),
    cost: Number(cost ?? 0),
    isTold: told === 1,
  }
}

function toText(cell: ReadCell | undefined): string | undefined {
  return cell === null || cell === undefined ? undefined : decodeText(cell)
}

function toNumber(cell: ReadCell | undefined): number | undefined {
  return cell === null || cell === undefined ? undefined : Number(cell)
}
