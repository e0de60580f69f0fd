import { asBytes, sumOf, textOf } from "../cells.ts"
import { damaged } from "../store-failure.ts"
import { bodyCell, bodyMark } from "../artifacts.ts"
import { version2 } from "../rows.ts"
import { checkMark } from "./check-mark.ts"
import { migratedHead } from "./migrated-head.ts"
import { migratedItems } from "./migrated-items.ts"
import { migratedRecords } from "./migrated-records.ts"
import { migratedStart } from "./migrated-start.ts"
import { type OldRun, readDefinitions, readRun, type ReadTools } from "./read-run.ts"
import { countRows, dropTables, setAside, setTablesAside } from "./set-aside.ts"
import { fillQueue, type QueuedItem, writeRun } from "./write-run.ts"

export interface MigrationTools extends ReadTools {
  /** What time it is. */
  readonly at: number
}

const IDS = `SELECT number, ${asBytes("id")} FROM ${setAside("runs")} ORDER BY number`
const DEFINITION = "INSERT INTO definitions (hash, json, sum) VALUES (?, ?, ?)"

/** Brings a file of version 1 to version 2, within a transaction. Throws where a row is not what was written. */
export function migrateVersion1(tools: MigrationTools): void {
  try {
    bringOver(tools)
  } catch (error) {
    throw isRefusedBySqlite(error) ? damaged(tools.database.file, error.message, error) : error
  }
}

/** Tables that were not changed by anybody else can be renamed, and their keys are unique. */
function isRefusedBySqlite(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_")
}

function bringOver(tools: MigrationTools): void {
  const { database } = tools
  checkMark(database)
  setTablesAside(database)
  database.exec(version2)
  const numbers = new Map(database.all(IDS).map(([number, id]) => [textOf(id), Number(number)]))
  const queued: QueuedItem[] = []
  const read = { starts: 0, visits: 0, vals: 0, results: 0, dispatches: 0, questions: 0, events: 0 }
  for (const number of numbers.values()) {
    const run = readRun(tools, number)
    read.starts++
    read.visits += run.visits.length
    read.vals += run.values.length
    for (const kind of ["results", "dispatches", "questions", "events"] as const) read[kind] += run[kind].length
    queued.push(...migrateRun(tools, run, numbers.get(run.start.root) ?? number))
  }
  for (const kind of Object.keys(read) as (keyof typeof read)[])
    if (countRows(database, kind) !== read[kind]) throw damaged(database.file, `there are ${kind} of no run`)
  fillQueue(database, queued)
  for (const { hash, json } of readDefinitions(tools))
    database.write(DEFINITION, [hash, bodyCell(json), sumOf(hash, bodyMark(json))])
  dropTables(database)
}

function migrateRun(tools: MigrationTools, run: OldRun, root: number): readonly QueuedItem[] {
  const records = migratedRecords(run, tools.at)
  return writeRun(tools, {
    number: run.number,
    root,
    start: migratedStart(run.start),
    head: migratedHead(run, records),
    records,
    items: migratedItems(tools, run),
  })
}
