import { SkilletError } from "../../problem/failure.ts"
import {
  type Database,
  FILE_VERSION,
  findNewestVersion,
  hasNewestTables,
  hasOwnTables,
  readFileVersion,
  readTablesVersion,
  type SubjectVersion,
} from "./open-database.ts"
import { readKnownDatabase, rememberDatabase } from "./known-database.ts"
import { damagedError, foreignError, OTHER_TABLES } from "./store-failure.ts"

/** The tables of one subject, as data. Several subjects share a file, and each has a version of its own in it. */
export interface SubjectTables extends SubjectVersion {
  /** The statements that create its tables, as they are in its newest version. */
  readonly create: string
  /** The statements from each older version to the next one, by the version they start from. */
  readonly migrations: Readonly<Record<number, string>>
  /** What is created after them, where the two databases have no words in common: triggers, sequences. */
  readonly own?: Readonly<Record<"sqlite" | "postgres", string>> | undefined
}

/** What files had before each subject had its own version. Version 1 was never released. */
const earlier: Readonly<Record<number, readonly SubjectVersion[]>> = {
  2: [
    { subject: "runs", version: 2 },
    { subject: "tasks", version: 2 },
  ],
  3: [
    { subject: "runs", version: 2 },
    { subject: "tasks", version: 3 },
  ],
}

/**
 * Makes a file ready for a subject, in one transaction: it creates the subject's tables, or migrates them from an older
 * version. Tables of other subjects are left alone. A file of an unknown version is not changed.
 */
export function migrate(database: Database, tables: SubjectTables): void {
  if (hasNewestTables(database, tables)) return
  database.moment(() => requireOwnFile(database))
  if (readFileVersion(database) === 0) startLog(database)
  const { file } = database.layout
  const { isNew, earlier: known } = database.transaction(() => {
    const isFirst = readFileVersion(database) === 0
    // Read before the file can be used: afterwards another process may already have remembered the new one.
    const result = { isNew: isFirst, earlier: isFirst && file !== undefined ? readKnownDatabase(file) : undefined }
    updateFile(database)
    updateTables(database, tables)
    return { result, keep: true }
  })
  if (!isNew || file === undefined) return
  const now = Date.now()
  rememberDatabase(file, known === undefined ? { since: now } : { since: known.since, lost: now })
}

/** Nothing is written to a file of another program, which may have a version too, or to one of ours without its version. */
function requireOwnFile(database: Database): void {
  const isEmpty = database.layout.listTables().length === 0
  if (isEmpty && readFileVersion(database) === 0) return
  if (!hasOwnTables(database)) throw foreignError(database.file, OTHER_TABLES)
  if (readFileVersion(database) === 0) throw damagedError(database.file, "it has tables but no version")
}

/** Here SQLite reads the file before it writes, and then never waits for another writer, whatever the busy timeout. */
function startLog(database: Database): void {
  for (let waited = 0; ; waited += PAUSE) {
    try {
      return database.layout.prepare()
    } catch (error) {
      if (!isBusy(error) || waited >= LONGEST_WAIT) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
    }
  }
}

const PAUSE = 10
const LONGEST_WAIT = 5000

function isBusy(error: unknown): boolean {
  return error instanceof SkilletError && error.code === "store.busy"
}

const SCHEMAS = "CREATE TABLE schemas (subject TEXT PRIMARY KEY, version INTEGER) WITHOUT ROWID"
const SET_VERSION =
  "INSERT INTO schemas (subject, version) VALUES (?, ?) ON CONFLICT (subject) DO UPDATE SET version = excluded.version"

function updateFile(database: Database): void {
  const version = readFileVersion(database)
  if (version === FILE_VERSION) return
  const had = version === 0 ? [] : earlier[version]
  if (had === undefined) throw unsupportedError(database, { found: version, newest: FILE_VERSION })
  requireOwnFile(database)
  database.layout.change(SCHEMAS)
  for (const one of had) database.write(SET_VERSION, [one.subject, one.version])
  database.layout.writeVersion(FILE_VERSION)
}

function updateTables(database: Database, tables: SubjectTables): void {
  const { subject, create, migrations, own } = tables
  const version = findNewestVersion(database, tables)
  const found = readTablesVersion(database, subject)
  if (found === version) return
  if (found === undefined) {
    database.layout.change(create)
    const more = own?.[database.layout.dialect] ?? ""
    if (more !== "") database.exec(more)
  } else {
    const steps = Array.from({ length: Math.max(0, version - found) }, (_, step) => migrations[found + step])
    for (const sql of steps) {
      if (sql === undefined) throw unsupportedError(database, { found, newest: version, subject })
      database.layout.change(sql)
    }
    if (found > version) throw unsupportedError(database, { found, newest: version, subject })
  }
  database.write(SET_VERSION, [subject, version])
}

interface Versions {
  readonly found: number
  readonly newest: number
  readonly subject?: string
}

function unsupportedError({ file }: Database, { found, newest, subject }: Versions): SkilletError {
  const what = subject === undefined ? "has" : `has tables of ${subject} in`
  const message = `${file} ${what} version ${found}, which this Skillet cannot read (it writes version ${newest})`
  return found > newest
    ? new SkilletError("store.newer", message, {
        retry: "no",
        next: "use the newer Skillet that wrote it; `skillet --version` prints yours",
      })
    : new SkilletError("store.older", message, {
        retry: "no",
        next: `move ${file} to another directory; Skillet then starts anew`,
      })
}
