import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test, vi } from "vitest"
import { SkilletError } from "../../problem/failure.ts"
import { migrate, type SubjectTables } from "./migrate.ts"
import { type Database, openDatabase } from "./open-database.ts"

const notes: SubjectTables = {
  subject: "notes",
  version: 3,
  create: "CREATE TABLE notes (text, kind, place)",
  migrations: { 1: "ALTER TABLE notes ADD COLUMN kind", 2: "ALTER TABLE notes ADD COLUMN place" },
}

function openFile(sql = ""): Database {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-migrate-"))
  const database = openDatabase(path.join(folder, "a.db"), 100)
  onTestFinished(() => {
    database.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })
  if (sql !== "") database.exec(sql)
  return database
}

const readTexts = (database: Database, sql: string) => database.all(sql).map((row) => row.map(String).join(" "))
const readVersions = (database: Database) =>
  readTexts(database, "SELECT subject, version FROM schemas ORDER BY subject")
const readColumns = (database: Database) => readTexts(database, "SELECT name FROM pragma_table_info('notes')")
const readState = (database: Database) => [
  ...readTexts(database, "PRAGMA user_version"),
  ...readTexts(database, "PRAGMA journal_mode"),
  ...readTexts(database, "SELECT name, sql FROM sqlite_master ORDER BY name"),
]

/** Every statement that may write, in order. */
function watch(database: Database): { readonly database: Database; readonly calls: string[] } {
  const calls: string[] = []
  return {
    calls,
    database: {
      ...database,
      exec: (sql) => (calls.push(sql), database.exec(sql)),
      write: (sql, values) => (calls.push(sql), database.write(sql, values)),
      transaction: (act) => (calls.push("transaction"), database.transaction(act)),
    },
  }
}

test("a new file gets the newest tables of the subject, and a log; the second time nothing is written", () => {
  const { database, calls } = watch(openFile())
  migrate(database, notes)
  expect(readVersions(database)).toEqual(["notes 3"])
  expect(readColumns(database)).toEqual(["text", "kind", "place"])
  expect(readState(database).slice(0, 2)).toEqual(["4", "wal"])
  calls.length = 0
  migrate(database, notes)
  expect(calls).toEqual([])
})

test("another subject of the same file is left alone", () => {
  const { database, calls } = watch(openFile())
  migrate(database, notes)
  calls.length = 0
  migrate(database, { ...notes, subject: "lists", version: 1, create: "CREATE TABLE lists (text)" })
  expect(readVersions(database)).toEqual(["lists 1", "notes 3"])
  expect(calls.filter((sql) => /PRAGMA|CREATE TABLE schemas/.test(sql))).toEqual([])
})

const olderNotes = (version: number) =>
  `CREATE TABLE schemas (subject TEXT PRIMARY KEY, version INTEGER) WITHOUT ROWID; CREATE TABLE notes (text${version > 1 ? ", kind" : ""});
    INSERT INTO schemas VALUES ('notes', ${version}), ('lists', 7); INSERT INTO notes (text) VALUES ('mine'); PRAGMA user_version = 4`

test.each([1, 2])("tables of version %i get what later versions added, and keep their rows", (version) => {
  const database = openFile(olderNotes(version))
  migrate(database, notes)
  expect(readVersions(database)).toEqual(["lists 7", "notes 3"])
  expect(readColumns(database)).toEqual(["text", "kind", "place"])
  expect(readTexts(database, "SELECT text FROM notes")).toEqual(["mine"])
})

function expectRefused(database: Database, tables: SubjectTables, error: object): void {
  const before = readState(database)
  let thrown: unknown
  try {
    migrate(database, tables)
  } catch (found) {
    thrown = found
  }
  expect(thrown).toMatchObject({ name: "SkilletError", retry: "no", ...error })
  expect(readState(database)).toEqual(before)
}

test("tables of a version that cannot be read are left as they are", () => {
  const newer = openFile(olderNotes(4))
  expectRefused(newer, notes, {
    code: "store.newer",
    message: `${newer.file} has tables of notes in version 4, which this Skillet cannot read (it writes version 3)`,
    next: "use the newer Skillet that wrote it; `skillet --version` prints yours",
  })
  const older = openFile(olderNotes(0))
  expectRefused(older, notes, {
    code: "store.older",
    message: `${older.file} has tables of notes in version 0, which this Skillet cannot read (it writes version 3)`,
    next: `move ${older.file} to another directory; Skillet then starts anew`,
  })
  const halfway = { ...notes, migrations: { 1: "ALTER TABLE notes ADD COLUMN kind" } }
  expectRefused(openFile(olderNotes(1)), halfway, { code: "store.older" })
})

const RUNS = "CREATE TABLE runs (a); CREATE TABLE starts (a)"
const TASKS = "CREATE TABLE wakes (a); CREATE TABLE inbox (a)"

test.each([
  [2, RUNS, ["notes 3", "runs 2", "tasks 2"]],
  [3, TASKS, ["notes 3", "runs 2", "tasks 3"]],
])("a file of version %i says afterwards which tables it had", (version, sql, versions) => {
  const database = openFile(`${sql}; PRAGMA user_version = ${version}`)
  migrate(database, notes)
  expect(readVersions(database)).toEqual(versions)
  expect(readState(database)[0]).toBe("4")
})

test.each([
  [1, "store.older"],
  [5, "store.newer"],
])("a file of version %i is left as it is", (version, code) => {
  const database = openFile(`${RUNS}; PRAGMA user_version = ${version}`)
  const message = `${database.file} has version ${version}, which this Skillet cannot read (it writes version 4)`
  expectRefused(database, notes, { code, message })
})

test.each([
  ["tables of another program", "CREATE TABLE other (a)", "store.foreign"],
  ["tables and a version of another program", "CREATE TABLE other (a); PRAGMA user_version = 3", "store.foreign"],
  ["only a version", "PRAGMA user_version = 3", "store.foreign"],
  ["some tables with names like ours", "CREATE TABLE runs (a); CREATE TABLE inbox (a)", "store.foreign"],
  ["our tables without a version", RUNS, "store.damaged"],
])("a file that has %s is refused", (_, sql, code) => {
  expectRefused(openFile(sql), notes, { code })
})

test("our tables without a version are damage, in these words", () => {
  const database = openFile(RUNS)
  expectRefused(database, notes, { message: `${database.file} is damaged: it has tables but no version` })
})

/** A new file on which the log cannot be started as often as this. */
function refuseLog(times: number, error: Error): { readonly database: Database; readonly tried: () => number } {
  const database = openFile()
  let tried = 0
  const prepare = () => {
    if (++tried <= times) throw error
    database.layout.prepare()
  }
  return { database: { ...database, layout: { ...database.layout, prepare } }, tried: () => tried }
}
const busy = new SkilletError("store.busy", "it is being written", { retry: "later", next: "try again" })

test("while another process writes, starting the log is tried again, after a pause", () => {
  const wait = vi.spyOn(Atomics, "wait").mockReturnValue("timed-out")
  const { database, tried } = refuseLog(3, busy)
  migrate(database, notes)
  expect(tried()).toBe(4)
  expect(wait.mock.calls.map(([, , , milliseconds]) => milliseconds)).toEqual([10, 10, 10])
  expect(readVersions(database)).toEqual(["notes 3"])
})

test("after five seconds it is given up, and another error at once", () => {
  const wait = vi.spyOn(Atomics, "wait").mockReturnValue("timed-out")
  expect(() => migrate(refuseLog(Infinity, busy).database, notes)).toThrow(busy)
  expect(wait).toHaveBeenCalledTimes(500)
  wait.mockClear()
  const full = new SkilletError("store.full", "the disk is full", { retry: "later", next: "free some space" })
  expect(() => migrate(refuseLog(Infinity, full).database, notes)).toThrow(full)
  expect(() => migrate(refuseLog(1, new Error("store.busy")).database, notes)).toThrow("store.busy")
  expect(wait).not.toHaveBeenCalled()
})
