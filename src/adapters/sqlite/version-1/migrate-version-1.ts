import fs from "node:fs"
import { type RunGrant, type RunStart, runGrants } from "../../../run/model.ts"
import { bodyCell, bodyMark } from "../artifacts.ts"
import { asBytes, textOf } from "../cells.ts"
import type { Database } from "../open-database.ts"
import { version2, sumOf } from "../rows.ts"
import { damaged } from "../store-failure.ts"
import { migratedHead } from "./migrated-head.ts"
import { migratedItems } from "./migrated-items.ts"
import { migratedRecords } from "./migrated-records.ts"
import { type OldRun, type ReadTools, readDefinitions, readRun } from "./read-run.ts"
import { sumOfBytes } from "./sealed.ts"
import { countRows, dropTables, setAside, setTablesAside } from "./set-aside.ts"
import type { OldStart } from "./tables.ts"
import { type QueuedItem, fillQueue, writeRun } from "./write-run.ts"

export interface MigrationTools extends ReadTools {
  /** The current time. */
  readonly at: number
}

const IDS = `SELECT number, ${asBytes("id")} FROM ${setAside("runs")} ORDER BY number`
const DEFINITION = "INSERT INTO definitions (hash, json, sum) VALUES (?, ?, ?)"

/** Migrates a file of version 1 to version 2, within a transaction. Throws if a row differs from what was written. */
export function migrateVersion1(tools: MigrationTools): void {
  try {
    bringOver(tools)
  } catch (error) {
    throw isRefusedBySqlite(error) ? damaged(tools.database.file, error.message, error) : error
  }
}

/** Tables that nobody else changed can be renamed, and their keys are unique. */
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
    if (countRows(database, kind) !== read[kind]) throw damaged(database.file, `there are ${kind} without a run`)
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

/** Throws if the mark that version 1 wrote next to the file names a commit that the file lacks. */
function checkMark(database: Database): void {
  const file = `${database.file}-mark`
  if (!fs.existsSync(file)) return
  const [of, run, seq, sum, ...more] = fs.readFileSync(file, "latin1").trim().split(/ +/).map(Number)
  if (of !== fs.statSync(database.file).ino || run === undefined || seq === undefined || more.length > 0) return
  if (sum !== sumOfBytes([of, run, seq].map(String))) return
  const [found] = database.all("SELECT seq + 0 FROM runs WHERE number = ?", [run])
  if (Number(found?.[0] ?? -1) < seq) throw damaged(database.file, "the last changes it confirmed are missing")
}

/** Grants were written among the rules, as `grant:write`. */
function migratedStart({ allow, ...start }: OldStart): RunStart {
  const grantOf = (rule: string): RunGrant | undefined => runGrants.find((grant) => rule === `grant:${grant}`)
  const grants = allow.flatMap((rule) => grantOf(rule) ?? [])
  return { ...start, permissions: { rules: allow.filter((rule) => grantOf(rule) === undefined), grants } }
}
