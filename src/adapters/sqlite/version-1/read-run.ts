import type { ItemRef } from "../../../run/model.ts"
import type { Artifacts, Body } from "../artifacts.ts"
import { asBytes, bytesOf, type Cell, type ReadCell, textOf } from "../cells.ts"
import type { Database } from "../open-database.ts"
import { damaged } from "../store-failure.ts"
import { hash } from "./sealed.ts"
import { setAside } from "./set-aside.ts"
import {
  type OldDispatch,
  type OldEvent,
  type OldHead,
  type OldQuestion,
  type OldResult,
  type OldStart,
  type OldValue,
  type OldVisit,
  type RowCounts,
  tables,
} from "./tables.ts"

/** Everything that version 1 stores about a run, with the checksum of each row checked. */
export interface OldRun {
  readonly number: number
  readonly start: OldStart
  readonly head: OldHead
  /** In the order they were entered. */
  readonly visits: readonly OldVisit[]
  visitAt(at: Pick<OldVisit, "step" | "round">): OldVisit | undefined
  readonly values: readonly OldValue[]
  readonly results: readonly (OldResult & { readonly text: Body | undefined })[]
  /** In the order they were made. */
  readonly dispatches: readonly OldDispatch[]
  /** In the order they were asked. */
  readonly questions: readonly OldQuestion[]
  readonly events: readonly OldEvent[]
}

export interface ReadTools {
  readonly database: Database
  readonly artifacts: Artifacts
}

const { definition, head, start, visit, visitProgress, value, result, resultText, dispatch, dispatchState } = tables
const { question, event } = tables
const COLUMNS = ["id", "workflow", "project", "root"].map(asBytes).join(", ")
const QUESTION_KEY = ["step", "round", "id"].map(asBytes).join(", ")
const sql = {
  run: `SELECT ${head.selected}, ${COLUMNS} FROM ${setAside("runs")} WHERE number = ?`,
  start: `SELECT ${start.selected} FROM ${setAside("starts")} WHERE run = ?`,
  visits: `SELECT ${visit.selected}, ${visitProgress.selected} FROM ${setAside("visits")} WHERE run = ? ORDER BY number`,
  values: `SELECT ${value.selected} FROM ${setAside("vals")} WHERE run = ?`,
  results: `SELECT ${result.selected}, ${resultText.selected} FROM ${setAside("results")} WHERE run = ?`,
  dispatches: `SELECT ${dispatch.selected}, ${dispatchState.selected} FROM ${setAside("dispatches")} WHERE run = ? ORDER BY made`,
  questions: `SELECT ${QUESTION_KEY}, ${question.selected} FROM ${setAside("questions")} WHERE run = ? ORDER BY number`,
  events: `SELECT ${event.selected} FROM ${setAside("events")} WHERE run = ? ORDER BY seq`,
  definitions: `SELECT ${asBytes("hash")}, ${definition.selected} FROM ${setAside("definitions")}`,
} as const

export function readRun(tools: ReadTools, number: number): OldRun {
  const { database } = tools
  const rows = (query: string) => database.all(query, [number])
  const [cells = []] = rows(sql.run)
  const visits = rows(sql.visits).map((found) => readVisit(number, found))
  const byKey = new Map(visits.map((one) => [visitKey(one), one]))
  const run: OldRun = {
    number,
    start: readStart(tools, number, cells.slice(1)),
    head: head.read([number], cells[0]),
    visits,
    visitAt: (at) => byKey.get(visitKey(at)),
    values: rows(sql.values).map(([found]) => value.read([number], found)),
    results: rows(sql.results).map(([found, text]) => {
      const row = result.read([number], found)
      return { ...row, text: resultText.read(itemCells(number, row), text).text }
    }),
    dispatches: rows(sql.dispatches).map(([found, state]) => {
      const row = dispatch.read([number], found)
      return { ...row, ...dispatchState.read(itemCells(number, row), state) }
    }),
    questions: rows(sql.questions).map(([step, round, id, row]) => {
      return question.read([number, textOf(step), textOf(round), textOf(id)], row).row
    }),
    events: rows(sql.events).map(([found]) => event.read([number], found)),
  }
  checkWhole(database, run)
  return run
}

/** Columns that exist only for searching must match the row. */
function readStart({ database, artifacts }: ReadTools, number: number, columns: readonly ReadCell[]): OldStart {
  const [cells] = database.all(sql.start, [number])
  if (cells === undefined) throw damaged(database.file, `run ${textOf(columns[0])} has no start`)
  const made = JSON.parse(artifacts.text(start.read([number], cells[0]).made)) as OldStart
  const said = [made.id, made.workflow, made.project, made.root]
  if (said.some((one, at) => textOf(columns[at]) !== one))
    throw damaged(database.file, `the index of run ${made.id} disagrees with its content`)
  return made
}

function readVisit(number: number, [found, progress]: readonly ReadCell[]): OldVisit {
  const row = visit.read([number], found)
  return { ...row, ...visitProgress.read([number, row.step, row.round], progress) }
}

function visitKey({ step, round }: Pick<OldVisit, "step" | "round">): string {
  return `${round} ${step}`
}

function itemCells(run: number, { step, round, item }: ItemRef): readonly Cell[] {
  return [run, step, round, item]
}

/** A missing row may be hidden by a damaged page; the run knows how many it has. */
function checkWhole({ file }: Database, run: OldRun): void {
  const { counts } = run.head
  for (const kind of Object.keys(counts) as (keyof RowCounts)[])
    if (run[kind].length < counts[kind])
      throw damaged(file, `run ${run.start.id} has ${run[kind].length} of its ${counts[kind]} ${kind}`)
  if (run.visits.at(-1)?.number !== (run.head.visited === 0 ? undefined : run.head.visited))
    throw damaged(file, `run ${run.start.id} is missing its current visit`)
}

export function readDefinitions({ database }: ReadTools): readonly OldDefinition[] {
  return database.all(sql.definitions).map(([key, cell]) => {
    const bytes = bytesOf(key) ?? Buffer.alloc(0)
    return { hash: hash(bytes.toString("latin1")), ...definition.read([bytes], cell) }
  })
}

interface OldDefinition {
  readonly hash: string
  readonly json: Body
}
