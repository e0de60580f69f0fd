import type { ItemKey, NewRun, ResultRow, RunFilter, RunRow, RunStore } from "../../../ports/run-store.ts"
import { asBytes, hash, type ReadCell, text } from "../database/cells.ts"
import type { Database } from "../database/open-database.ts"
import { damaged } from "../database/store-failure.ts"
import { dispatchReaders } from "./read-dispatches.ts"
import { readQuestions } from "./read-questions.ts"
import type { ReadTools, Synchronous } from "./read-tools.ts"
import { readUsage } from "./read-usage.ts"
import {
  checkAll,
  checkedStart,
  itemCells,
  RUN,
  storedHeadOrNone,
  storedState,
  visitCells,
  visitRow,
} from "../stored-rows.ts"
import { dispatchStatus, type RowCounts, tables } from "../tables.ts"

const { definition, head, start, visit, visitProgress, value, result, resultText, event } = tables
const VISITS = `SELECT run, ${visit.selected}, ${visitProgress.selected} FROM visits WHERE run = ${RUN}`
const RESULTS = `SELECT run, ${result.selected} FROM results WHERE run = ${RUN} AND step = ? AND round = ?`
const RUNS = `SELECT number, ${head.selected}, (SELECT ${start.selected} FROM starts WHERE run = number),
  ${["id", "workflow", "project", "root"].map(asBytes).join(", ")} FROM runs`
const sql = {
  definition: `SELECT ${definition.selected} FROM definitions WHERE hash = ?`,
  run: `${RUNS} WHERE id = ?`,
  visits: `${VISITS} ORDER BY number`,
  visit: `${VISITS} AND step = ? AND round = ?`,
  latest: `${VISITS} AND step = ? ORDER BY round DESC LIMIT 1`,
  value: `SELECT run, ${value.selected} FROM vals WHERE run = ${RUN} AND name = ?`,
  results: `${RESULTS} ORDER BY item`,
  result: `${RESULTS} AND item = ?`,
  answered: `SELECT count(*) FROM dispatches WHERE run = ? AND step = ? AND round = ? AND status = ${String(dispatchStatus.write("answered"))}`,
  text: `SELECT run, ${resultText.selected} FROM results WHERE run = ${RUN} AND step = ? AND round = ? AND item = ?`,
  events: `SELECT run, ${event.selected} FROM events WHERE run = ${RUN} AND seq > ? ORDER BY seq LIMIT ?`,
} as const

export function rowReaders(tools: ReadTools): Synchronous<Omit<RunStore, "commit" | "close">> {
  const { database, artifacts } = tools
  const find = remembering(database, (id: string) => readRun(tools, id))
  return {
    ...visitReaders(database),
    ...resultReaders(tools),
    ...dispatchReaders(tools),
    run: (id) => find(id)?.run,
    runs: (filter = {}) => readRuns(tools, ...runsWhere(filter)),
    definition(key) {
      const found = database.first(sql.definition, [hash.write(key)])
      return found && artifacts.text(definition.read([hash.write(key)], found).json)
    },
    values: (run, names) => names.flatMap((name) => readValue(database, run, name) ?? []),
    questions: (filter) =>
      filter.run !== undefined && find(filter.run)?.counts.questions === 0 ? [] : readQuestions(database, filter),
    events(run, after = 0, most = Number.POSITIVE_INFINITY) {
      const expected = Math.min(most, (storedHeadOrNone(database, run)?.head.counts.events ?? 0) - after)
      const rows = database.all(sql.events, [text.write(run), after, Number.isFinite(most) ? most : -1])
      if (rows.length < expected) throw damaged(database.file, `run ${run} lacks events`)
      return rows.map(([number, ...cells]) => event.read([Number(number)], cells))
    },
    usage: (workflow) => readUsage(database, workflow),
  }
}

interface FoundRun {
  readonly run: RunRow
  readonly counts: RowCounts
}

/** What was read last is not read again before something is committed: one step asks for the same run several times. */
function remembering<Value>(database: Database, read: (id: string) => Value): (id: string) => Value {
  let last: { readonly id: string; readonly version: string; readonly value: Value } | undefined
  return (id) => {
    const version = database.version()
    if (last?.id !== id || last.version !== version) last = { id, version, value: read(id) }
    return last.value
  }
}

function readRun(tools: ReadTools, id: string): FoundRun | undefined {
  const look = () => tools.database.first(sql.run, [text.write(id)])
  const found = look() ?? (storedHeadOrNone(tools.database, id) === undefined ? undefined : look())
  return found && foundRun(tools, found)
}

function readRuns(tools: ReadTools, where: string, values: readonly (string | number)[]): readonly RunRow[] {
  const cells = values.map((given) => (typeof given === "string" ? text.write(given) : given))
  return tools.database.all(`${RUNS} ${where}`, cells).map((found) => foundRun(tools, found).run)
}

function foundRun({ database, artifacts }: ReadTools, [cell, ...cells]: readonly ReadCell[]): FoundRun {
  const number = Number(cell)
  const { counts, ...progress } = head.read([number], cells)
  if ((cells[1] ?? null) === null) throw damaged(database.file, `run ${number} has no beginning`)
  const made = JSON.parse(artifacts.text(start.read([number], cells.slice(1)).made)) as NewRun
  return { run: { ...checkedStart(database, cells.slice(2), made), ...progress }, counts }
}

/** A status is written out, so that the index of running ones is used; so is what an index of children covers. */
function runsWhere(filter: RunFilter): [string, readonly (string | number)[]] {
  const { project, status, workflow, root, most } = filter
  const parts = [
    ...(project === undefined ? [] : [{ sql: "project = ?", values: [project] }]),
    ...(status === undefined ? [] : [{ sql: `status = '${status.replaceAll("'", "")}'`, values: [] }]),
    ...(workflow === undefined ? [] : [{ sql: "workflow = ?", values: [workflow] }]),
    ...(root === undefined ? [] : [{ sql: "(id = ? AND root = id OR root = ? AND root <> id)", values: [root, root] }]),
  ]
  const where = parts.length === 0 ? "" : `WHERE ${parts.map((part) => part.sql).join(" AND ")}`
  return [
    `${where} ORDER BY number DESC LIMIT ?`,
    [...parts.flatMap(({ values }): readonly string[] => values), most ?? -1],
  ]
}

function visitReaders(database: Database): Pick<Synchronous<RunStore>, "visit" | "visits"> {
  const row = ([run, ...cells]: readonly ReadCell[]) => visitRow(Number(run), cells)
  return {
    visit(run, step, round) {
      const key = [text.write(run), text.write(step)]
      const found = round === undefined ? database.first(sql.latest, key) : database.first(sql.visit, [...key, round])
      if (found !== undefined) return row(found)
      checkAll(database, run, "visits")
      return undefined
    },
    visits(run) {
      const expected = storedHeadOrNone(database, run)?.head.counts.visits ?? 0
      const found = database.all(sql.visits, [text.write(run)]).map(row)
      if (found.length < expected) throw damaged(database.file, `run ${run} lacks visits`)
      return found
    },
  }
}

function readValue(database: Database, run: string, name: string) {
  const found = database.first(sql.value, [text.write(run), text.write(name)])
  if (found !== undefined) return value.read([Number(found[0])], found.slice(1))
  checkAll(database, run, "values")
  return undefined
}

/** What was answered has a result: where it is not found, though another look follows, it was lost. */
function resultReaders({ database, artifacts }: ReadTools): Pick<Synchronous<RunStore>, "result" | "results" | "text"> {
  const find = (query: string, key: ItemKey) => {
    const values = [text.write(key.run), text.write(key.step), key.round, text.write(key.item)]
    const found = database.first(query, values)
    if (found !== undefined || !isAnswered(database, key)) return found
    const added = database.first(query, values)
    if (added !== undefined) return added
    throw damaged(database.file, `the answer of ${key.run}/${key.step}/${key.round}/${key.item} is not there`)
  }
  return {
    result(key) {
      const found = find(sql.result, key)
      return found && resultRow(key.run, found)
    },
    results(run, step, round) {
      const stored = storedHeadOrNone(database, run)
      const answered = stored && database.first(sql.answered, visitCells(stored.number, { step, round }))?.[0]
      const rows = database.all(sql.results, [text.write(run), text.write(step), round])
      if (rows.length < Number(answered ?? 0)) throw damaged(database.file, `answers of ${run}/${step} are not there`)
      return rows.map((cells) => resultRow(run, cells))
    },
    text(key) {
      const found = find(sql.text, key)
      const said = found && resultText.read(itemCells(Number(found[0]), key), found.slice(1)).text
      return said && artifacts.text(said)
    },
  }
}

function isAnswered(database: Database, key: ItemKey): boolean {
  const stored = storedHeadOrNone(database, key.run)
  return stored !== undefined && storedState(database, stored.number, key)?.state.status === "answered"
}

function resultRow(run: string, [number, ...cells]: readonly ReadCell[]): ResultRow {
  const { digest, bytes, ...row } = result.read([Number(number)], cells)
  return { run, ...row, ...(digest === undefined || bytes === undefined ? {} : { body: { digest, bytes } }) }
}
