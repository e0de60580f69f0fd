import type { Cell, ReadCell } from "../database/decode-cells.ts"
import { type Database, type DatabaseLayout, FILE_VERSION } from "../database/open-database.ts"
import { decodeRow, encodeCell } from "./encode-cells.ts"
import { type PostgresAddress, readPostgresAddress } from "../database/postgres-address.ts"
import type { QueueJob, ThreadStatement } from "./thread-protocol.ts"
import { type PostgresThread, startThread } from "./start-thread.ts"
import { translateStatement, translateTables } from "./translate-sql.ts"

export interface PostgresOptions {
  readonly address: string
  /** How long to wait for another process that is writing (default 5 s). */
  readonly busyMilliseconds?: number | undefined
  /** How long a connection or a statement may take (default 10 s). */
  readonly patience?: number | undefined
  /** Whose transactions exclude each other: those of one subject, unless they share. Of several subjects, those of each. */
  readonly subject: string | readonly string[]
  readonly shares?: boolean | undefined
  /** The file of the thread, where it is not beside the program. */
  readonly thread?: URL | undefined
}

/**
 * A schema in a PostgreSQL database, with the functions of a file of SQLite.
 *
 * 1. Everything is synchronous: the process waits while a thread talks to the server.
 * 2. A transaction is on one connection from begin to end. If the connection is lost, the transaction fails.
 * 3. Statements whose results nobody needs are sent with the next one: a round trip costs more than a statement.
 */
export interface Postgres extends Database {
  readonly address: PostgresAddress
  /** A statement of PostgreSQL itself, not translated. */
  ask(sql: string, values?: readonly Cell[]): readonly (readonly ReadCell[])[]
  /** A write that must change one row. If it does not, the transaction fails, at its end at the latest (`isNotOne`). */
  putOne(sql: string, values: readonly Cell[]): void
  /** Sends messages, in the transaction that is under way. */
  send(queue: string, jobs: readonly QueueJob[]): void
  /** Counts connections: what a session held is gone when this changes. */
  readonly connection: number
  /** Whether another transaction may be on another session of the server: then there are no locks of a session. */
  readonly isPooled: boolean
  /** How often it waited for the server so far. */
  readonly trips: number
  /** From then on, the server is not waited for: it is taken for silent. In milliseconds of `performance.now`. */
  endBy(time: number): void
}

export function openPostgres(options: PostgresOptions): Postgres {
  const { subject, shares = false, busyMilliseconds = 5000, patience = 10_000 } = options
  const address = readPostgresAddress(options.address)
  const thread = startThread({ address, busyMilliseconds, patience, file: options.thread })
  const session = openSession(thread)
  const ask: Postgres["ask"] = (sql, values) =>
    session.run({ sql, values: values?.map(encodeCell) }).rows.map((row) => decodeRow(row))
  const all: Database["all"] = (sql, values = []) => ask(translateStatement(sql), values)
  const locks = [subject]
    .flat()
    .map((one) => `pg_advisory_xact_lock${shares ? "_shared" : ""}(hashtextextended('${address.schema}/${one}', 0))`)
  return {
    file: address.shown,
    address,
    get connection() {
      return thread.connection()
    },
    get isPooled() {
      return thread.isPooled()
    },
    endBy: thread.endBy,
    get trips() {
      return session.trips()
    },
    ask,
    send: (queue, jobs) => session.add({ queue, jobs }),
    first: (sql, values = []) => all(sql, values)[0],
    all,
    write: (sql, values = []) => session.run(toStatement(sql, values)).count,
    put: (sql, values = []) => session.add(toStatement(sql, values)),
    putOne: (sql, values) =>
      session.add(
        toStatement(
          ONE.replace("?", () => sql),
          values,
        ),
      ),
    exec: (sql) => void session.run({ sql }),
    transaction: (act) => session.transact(["BEGIN", `SELECT ${locks.join(", ")}`], act),
    moment: (act) => session.read([SNAPSHOT], act),
    close: () => thread.close(),
    layout: describeLayout(address, { ask, run: (sql) => void session.run({ sql }) }),
  }
}

/** Divides by zero if nothing was changed. */
const ONE = "WITH done AS (? RETURNING 1) SELECT 1 / count(*) FROM done"

export function isNotOne(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "22012"
}

const SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

function toStatement(sql: string, values: readonly Cell[]): ThreadStatement {
  return { sql: translateStatement(sql), values: values.map(encodeCell) }
}

interface Session {
  /** Sends it with what was added before, and waits for its result. */
  run(statement: ThreadStatement): ReturnType<PostgresThread["run"]>
  /** Sent with the next one; at once outside of a transaction. */
  add(statement: ThreadStatement): void
  transact<Result>(begin: readonly string[], act: () => { readonly result: Result; readonly keep: boolean }): Result
  /** Nothing is written, so its end is not waited for. */
  read<Result>(begin: readonly string[], act: () => Result): Result
  trips(): number
}

function openSession(thread: PostgresThread): Session {
  const waiting: ThreadStatement[] = []
  /** The connection of the transaction that is under way; nothing was sent yet before its first statement. */
  let begun: { readonly on?: number } | undefined
  let trips = 0
  const run: Session["run"] = (statement) => {
    trips++
    const done = thread.run([...waiting.splice(0), statement], begun?.on)
    if (begun !== undefined) begun = { on: done.connection }
    return done
  }
  const within = <Result>(begin: readonly string[], act: () => Result, end: (on?: number) => void): Result => {
    begun = {}
    waiting.push(...begin.map((sql) => ({ sql })))
    try {
      const result = act()
      end(begun.on)
      return result
    } catch (error) {
      thread.rollBack(begun.on)
      throw error
    } finally {
      waiting.length = 0
      begun = undefined
    }
  }
  return {
    run,
    trips: () => trips,
    read: (begin, act) => {
      if (begun !== undefined) return act()
      return within(begin, act, (on) => {
        if (on !== undefined) thread.end(on)
      })
    },
    add(statement) {
      if (begun === undefined) run(statement)
      else waiting.push(statement)
    },
    transact(begin, act) {
      if (begun !== undefined) return act().result
      let isKept = false
      const keep = () => {
        const acted = act()
        isKept = acted.keep
        return acted.result
      }
      return within(begin, keep, (on) => {
        if (!isKept) waiting.length = 0
        if (isKept || on !== undefined) run({ sql: isKept ? "COMMIT" : "ROLLBACK" })
      })
    },
  }
}

interface LayoutTools {
  readonly ask: Postgres["ask"]
  run(sql: string): void
}

const COLUMNS =
  "SELECT column_name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2 ORDER BY ordinal_position"
const SEQUENCES = "SELECT sequencename FROM pg_sequences WHERE schemaname = $1"
/** Those of another team are as good as missing. */
const TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = $1 AND has_schema_privilege(schemaname, 'USAGE')"

function describeLayout({ schema }: PostgresAddress, { ask, run }: LayoutTools): DatabaseLayout {
  const listTables = () => ask(TABLES, [schema]).map(([name]) => String(name))
  return {
    dialect: "postgres",
    listTables,
    readVersion: () => (listTables().includes("schemas") ? FILE_VERSION : 0),
    writeVersion: () => {},
    listColumns: (table) => ask(COLUMNS, [schema, table]).map(([name]) => String(name)),
    readAll: (table, columns) =>
      ask(`SELECT ${columns.join(", ")} FROM ${schema}.${table}`).map((row) => row.map(toCell)),
    resumeNumbers: () => resumeSequences(schema, ask),
    prepare: () => run(prepareSchema(schema)),
    change: (sql) => run(translateTables(sql)),
    shrink: () => {},
  }
}

/** Processes that do this at the same time would fail at each other's rows, so they wait for each other. */
function prepareSchema(schema: string): string {
  return `BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('${schema}', 0));
CREATE SCHEMA IF NOT EXISTS ${schema};
CREATE OR REPLACE FUNCTION ${schema}.json_path(doc text, path text) RETURNS text LANGUAGE sql IMMUTABLE
  AS $$ SELECT CAST(doc AS json) #>> string_to_array(path, '.') $$;
COMMIT`
}

/** The names of sequences are those of a table and of its column. */
function resumeSequences(schema: string, ask: Postgres["ask"]): void {
  for (const [name] of ask(SEQUENCES, [schema])) {
    const [, table, column] = /^(\w+?)_(number|place|id|seq)(?:_seq)?$/.exec(String(name)) ?? []
    if (table === undefined) throw new Error(`the sequence ${String(name)} belongs to no column`)
    ask(`SELECT setval('${schema}.${String(name)}', greatest(1, (SELECT max(${column}) FROM ${schema}.${table})))`)
  }
}

function toCell(cell: ReadCell): Cell {
  return cell instanceof ArrayBuffer ? new Uint8Array(cell) : cell
}
