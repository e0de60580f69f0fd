import fs from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { makeDirectory } from "../files/make-directory.ts"
import { castToBytes, type Cell, decodeCell, decodeText, type ReadCell } from "./decode-cells.ts"
import { type Binding, connectBinding } from "./connect-binding.ts"
import type { Connection, Statement } from "./connection.ts"
import { damagedError, directoryError, foreignError, OTHER_TABLES, translateErrors } from "./store-failure.ts"

/** A connection. Everything is synchronous: nothing else in this process happens inside a transaction. */
export interface Database {
  readonly file: string
  first(sql: string, values?: readonly Cell[]): readonly ReadCell[] | undefined
  all(sql: string, values?: readonly Cell[]): readonly (readonly ReadCell[])[]
  /** How many rows it changed. */
  write(sql: string, values?: readonly Cell[]): number
  /** A write whose count nobody needs: it may be carried out with the next statement, or with the end of its transaction. */
  put(sql: string, values?: readonly Cell[]): void
  exec(sql: string): void
  /** A transaction that is rolled back, or throws, leaves nothing behind. */
  transaction<Result>(act: () => { readonly result: Result; readonly keep: boolean }): Result
  /** Everything read in it comes from one snapshot. */
  moment<Result>(act: () => Result): Result
  close(): void
  readonly layout: DatabaseLayout
}

/** What a database says about itself as a whole. */
export interface DatabaseLayout {
  readonly dialect: "sqlite" | "postgres"
  readVersion(): number
  writeVersion(version: number): void
  listTables(): readonly string[]
  listColumns(table: string): readonly string[]
  /** All rows of a table exactly as they are stored, for another database. */
  readAll(table: string, columns: readonly string[]): Iterable<readonly Cell[]>
  /** Lets numbers go on after the greatest ones that were stored, once rows were copied into it. */
  resumeNumbers(): void
  /** Makes a new one ready for its first tables. */
  prepare(): void
  /** Creates or changes tables. */
  change(sql: string): void
  /** Returns unused space, as far as possible. */
  shrink(): void
  /** Its file, if it is one. */
  readonly file?: string | undefined
}

/** The version of the file itself: since 4, the table `schemas` has the version of each subject's tables. */
export const FILE_VERSION = 4

/** A subject that has tables in the file, and the newest version of them that this Skillet writes. */
export interface SubjectVersion {
  readonly subject: string
  readonly version: number
  /** On a server, where that is another one. */
  readonly serverVersion?: number | undefined
}

/** Whether a subject can use the file as it is. */
export function hasNewestTables(database: Database, newest: SubjectVersion): boolean {
  if (readFileVersion(database) !== FILE_VERSION) return false
  try {
    return readTablesVersion(database, newest.subject) === findNewestVersion(database, newest)
  } catch (error) {
    if (!hasOwnTables(database)) throw foreignError(database.file, OTHER_TABLES, error)
    throw error
  }
}

/** Which version the tables of a subject are to have in this database. */
export function findNewestVersion({ layout }: Database, { version, serverVersion = version }: SubjectVersion): number {
  return layout.dialect === "postgres" ? serverVersion : version
}

/** Whether the file has tables of ours: those of a subject, or the one with the versions of all. */
export function hasOwnTables(database: Database): boolean {
  const tables = new Set(database.layout.listTables())
  return OWN_TABLES.some((names) => names.every((name) => tables.has(name)))
}

const OWN_TABLES = [["schemas"], ["runs", "starts"], ["wakes", "inbox"]]

export function readFileVersion(database: Database): number {
  return database.layout.readVersion()
}

/** Undefined if the subject has no tables in the file yet. Only for a file of the newest version. */
export function readTablesVersion(database: Database, subject: string): number | undefined {
  const [version] = database.first("SELECT version FROM schemas WHERE subject = ?", [subject]) ?? []
  if (version === undefined || Number.isInteger(version)) return version as number | undefined
  throw damagedError(database.file, `the version of its tables of ${subject} is not a number`)
}

type Connect = new (file: string, options: { readonly timeout: number }) => Connection

export function openDatabase(file: string, busyMilliseconds: number): Database {
  const connection = translateErrors(file, () => connect(file, busyMilliseconds))
  const readers = new Map<string, Statement>()
  const writers = new Map<string, Statement>()
  let isOpen = true
  /** The binding ends a thread because of a closed connection, and then the process never ends. */
  const use = <Result>(act: () => Result): Result => {
    if (!isOpen) throw new Error(`${file} was closed`)
    return translateErrors(file, act)
  }
  const reader = (sql: string) => kept(readers, sql, () => connection.prepare(sql).raw())
  const writer = (sql: string) => kept(writers, sql, () => connection.prepare(sql))
  const all: Database["all"] = (sql, values = []) => use(() => reader(sql).all(values))
  const exec = (sql: string): void => use(() => connection.exec(sql))
  return {
    file,
    first: (sql, values = []) => use(() => reader(sql).get(values)),
    all,
    write: (sql, values = []) => use(() => writer(sql).run(values).changes),
    put: (sql, values = []) => void use(() => writer(sql).run(values)),
    exec,
    layout: {
      dialect: "sqlite",
      file,
      readVersion: () => Number(all("PRAGMA user_version")[0]?.[0]),
      writeVersion: (version) => exec(`PRAGMA user_version = ${version}`),
      listTables: () => all("SELECT name FROM sqlite_master").map(([name]) => String(name)),
      listColumns: (table) => all(`SELECT name FROM pragma_table_info('${table}')`).map(([name]) => String(name)),
      readAll: (table, columns) => readExactly(all, table, columns),
      // SQLite does that by itself.
      resumeNumbers: () => {},
      prepare: () => exec("PRAGMA journal_mode = WAL"),
      change: exec,
      shrink: () => exec("VACUUM"),
    },
    transaction: (act) => use(() => transaction(connection, writer, act)),
    moment: (act) => use(() => (connection.inTransaction ? act() : moment(connection, act))),
    close() {
      isOpen = false
      if (isLogLong(file)) shortenLog(connection)
      connection.close()
    },
  }
}

/** A text is told from bytes by its type, because both are read as bytes. */
function* readExactly(all: Database["all"], table: string, columns: readonly string[]): Iterable<readonly Cell[]> {
  const rows = all(`SELECT ${columns.map((name) => `typeof(${name}), ${castToBytes(name)}`).join(", ")} FROM ${table}`)
  for (const row of rows)
    yield columns.map((_, at) => {
      const [type, bytes] = [row[2 * at], row[2 * at + 1]]
      if (type === "null") return null
      if (type === "blob") return decodeCell(bytes) ?? null
      return type === "text" ? decodeText(bytes) : Number(decodeText(bytes))
    })
}

function connect(file: string, busyMilliseconds: number): Connection {
  const found = fs.statSync(file, { throwIfNoEntry: false })
  if (found === undefined) makePrivate(file)
  else if (found.isDirectory()) throw directoryError(file)
  const binding = findBinding()
  if (binding !== undefined)
    return connectBinding(createRequire(import.meta.url)(binding) as Binding, file, busyMilliseconds)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const Connection = loadLibsql() as Connect
  return new Connection(file, { timeout: busyMilliseconds })
}

/** SQLite gives its other files the same mode. */
function makePrivate(file: string): void {
  makeDirectory(path.dirname(file), 0o700)
  fs.closeSync(fs.openSync(file, "a", 0o600))
}

const LONG_LOG = 1024 * 1024

function isLogLong(file: string): boolean {
  return (fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > LONG_LOG
}

/**
 * Statements of the binding keep a closed connection open, so SQLite does not do this by itself. Otherwise the next
 * process that opens the file would read the whole log. If another process is working, the log stays.
 */
function shortenLog(connection: Connection): void {
  connection.exec("PRAGMA busy_timeout = 0")
  connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)").raw().get([])
}

function transaction<Result>(
  connection: Connection,
  prepared: (sql: string) => Statement,
  act: () => { readonly result: Result; readonly keep: boolean },
): Result {
  prepared("BEGIN IMMEDIATE").run([])
  try {
    const { result, keep } = act()
    prepared(keep ? "COMMIT" : "ROLLBACK").run([])
    return result
  } catch (error) {
    if (connection.inTransaction) connection.exec("ROLLBACK")
    throw error
  }
}

function moment<Result>(connection: Connection, act: () => Result): Result {
  connection.exec("BEGIN")
  try {
    return act()
  } finally {
    connection.exec("COMMIT")
  }
}

function kept(statements: Map<string, Statement>, sql: string, prepare: () => Statement): Statement {
  const known = statements.get(sql)
  if (known !== undefined) return known
  const made = prepare()
  statements.set(sql, made)
  return made
}

export function loadLibsql(): unknown {
  return createRequire(import.meta.url)("libsql")
}

/** The version whose functions `connectBinding` knows. */
const VERSION = "0.5.29"

/**
 * The file of libsql's binding, at its place in a plain Linux installation. Node finds the same file, but that takes
 * three times as long as loading it. Undefined if anything is unusual.
 */
export function findBinding(): string | undefined {
  if (process.platform !== "linux" || !isKnown(process.arch) || !usesGlibc()) return undefined
  const libsql = findUpwards(path.dirname(fileURLToPath(import.meta.url)), "node_modules/libsql")
  if (libsql === undefined) return undefined
  const binding = findUpwards(fs.realpathSync(libsql), `node_modules/@libsql/linux-${process.arch}-gnu`)
  return binding !== undefined && readBindingVersion(binding) === VERSION ? path.join(binding, "index.node") : undefined
}

function isKnown(arch: string): boolean {
  return arch === "x64" || arch === "arm64"
}

function findUpwards(from: string, name: string): string | undefined {
  const found = path.join(from, name)
  if (fs.existsSync(found)) return found
  const above = path.dirname(from)
  return above === from ? undefined : findUpwards(above, name)
}

function readBindingVersion(folder: string): unknown {
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")) as { version?: unknown }
  return manifest.version
}

const HEAD = 4096

/** A program names its loader near its beginning. */
function usesGlibc(): boolean {
  if (process.platform !== "linux") return false
  const file = fs.openSync(process.execPath, "r")
  try {
    const head = Buffer.alloc(HEAD)
    fs.readSync(file, head, 0, HEAD, 0)
    return head.includes("/ld-linux")
  } finally {
    fs.closeSync(file)
  }
}
