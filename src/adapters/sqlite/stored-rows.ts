import type { ItemKey, NewRun, QuestionRow, VisitRow } from "../../ports/run-store.ts"
import { asBytes, type Cell, type ReadCell, text, textOf } from "./database/cells.ts"
import type { Database } from "./database/open-database.ts"
import { damaged } from "./database/store-failure.ts"
import { type DispatchState, type RowCounts, type RunHead, tables } from "./tables.ts"

/** A run's number and what changes of it. */
export interface StoredHead {
  readonly number: number
  readonly head: RunHead
}

export interface StoredDispatch {
  readonly item: string
  readonly state: DispatchState
}

export type VisitKey = Omit<ItemKey, "run" | "item">

/** The number of the run whose id is bound here. */
export const RUN = "(SELECT number FROM runs WHERE id = ?)"
const HEAD = `SELECT number, ${tables.head.selected} FROM runs WHERE id = ?`
const UNINDEXED = "SELECT 1 FROM runs NOT INDEXED WHERE id = ?"
const STATES = `SELECT ${asBytes("item")}, ${tables.dispatchState.selected} FROM dispatches WHERE run = ? AND step = ? AND round = ?`
const STATE = `${STATES} AND item = ?`

export function storedHead(database: Database, id: string): StoredHead | undefined {
  const found = database.first(HEAD, [text.write(id)])
  if (found === undefined) return undefined
  const number = Number(found[0])
  return { number, head: tables.head.read([number], found.slice(1)) }
}

/** Where the index does not lead to a run, the table itself is looked through: a damaged index hides what is there. */
export function storedHeadOrNone(database: Database, id: string): StoredHead | undefined {
  const found = storedHead(database, id)
  if (found === undefined && database.first(UNINDEXED, [id]) !== undefined && storedHead(database, id) === undefined)
    throw damaged(database.file, `run ${id} is there and cannot be found`)
  return found
}

export function visitCells(run: number, { step, round }: VisitKey): readonly Cell[] {
  return [run, text.write(step), round]
}

export function itemCells(run: number, key: Omit<ItemKey, "run">): readonly Cell[] {
  return [...visitCells(run, key), text.write(key.item)]
}

/** Cells of a visit, the run's number left out. */
export function visitRow(run: number, cells: readonly ReadCell[]): VisitRow {
  const fixed = tables.visit.read([run], cells)
  const progress = tables.visitProgress.read(visitCells(run, fixed), cells.slice(1))
  return { ...fixed, ...progress }
}

export function storedState(database: Database, run: number, key: Omit<ItemKey, "run">): StoredDispatch | undefined {
  const found = database.first(STATE, itemCells(run, key))
  return found && readState(run, key, found)
}

export function storedStates(database: Database, run: number, visit: VisitKey): readonly StoredDispatch[] {
  return database.all(STATES, visitCells(run, visit)).map((cells) => readState(run, visit, cells))
}

function readState(run: number, visit: VisitKey, [item, ...cells]: readonly ReadCell[]): StoredDispatch {
  const name = textOf(item)
  const key = itemCells(run, { step: visit.step, round: visit.round, item: name })
  return { item: name, state: tables.dispatchState.read(key, cells) }
}

/** Columns that are only there to be looked for have to say what the row says. */
export function checkedStart(database: Database, columns: readonly ReadCell[], made: NewRun): NewRun {
  const said = [made.id, made.workflow, made.project, made.root]
  if (said.some((value, at) => textOf(columns[at]) !== value))
    throw damaged(database.file, `run ${made.id} is found by what it is not`)
  return made
}

export function checkedQuestion(run: number, [step, round, id, ...cells]: readonly ReadCell[]): QuestionRow {
  const key = [run, textOf(step), textOf(round), textOf(id)]
  return tables.question.read(key, cells).row
}

/** Every row of a run that is looked for by a key of its own, as it is read. */
const kept = {
  visits: {
    sql: `SELECT ${tables.visit.selected}, ${tables.visitProgress.selected} FROM visits WHERE run = ?`,
    check: visitRow,
  },
  values: {
    sql: `SELECT ${tables.value.selected} FROM vals WHERE run = ?`,
    check: (run: number, cells: readonly ReadCell[]) => tables.value.read([run], cells),
  },
  dispatches: {
    sql: `SELECT ${tables.dispatch.selected} FROM dispatches WHERE run = ?`,
    check: (run: number, cells: readonly ReadCell[]) => tables.dispatch.read([run], cells),
  },
  questions: {
    sql: `SELECT ${["step", "round", "id"].map(asBytes).join(", ")}, ${tables.question.selected} FROM questions WHERE run = ?`,
    check: checkedQuestion,
  },
} as const

/** A run with more rows than this is counted instead of read: a step must not cost more in a longer run. */
const READ_AT_MOST = 64

/**
 * A row that is not there may be hidden by a damaged page, or lie under a damaged key; the run knows how many it has. What
 * the run says is read first: another process may add to the rows meanwhile.
 */
export function checkAll(database: Database, run: string, kind: keyof typeof kept & keyof RowCounts): void {
  const stored = storedHeadOrNone(database, run)
  if (stored === undefined) return
  const expected = stored.head.counts[kind]
  const found =
    expected > READ_AT_MOST ? counted(database, stored.number, kind) : readAll(database, stored.number, kind)
  if (found < expected) throw damaged(database.file, `run ${run} has ${found} of its ${expected} ${kind}`)
}

function readAll(database: Database, run: number, kind: keyof typeof kept): number {
  const rows = database.all(kept[kind].sql, [run])
  for (const cells of rows) kept[kind].check(run, cells)
  return rows.length
}

function counted(database: Database, run: number, kind: keyof typeof kept): number {
  const table = kind === "values" ? "vals" : kind
  return Number(database.first(`SELECT count(*) FROM ${table} WHERE run = ?`, [run])?.[0] ?? 0)
}
