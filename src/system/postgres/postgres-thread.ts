import { workerData } from "node:worker_threads"
import { Client, type QueryResult, types } from "pg"
import type { PgBoss } from "pg-boss"
import { nameQueueSchema } from "./queue-schema.ts"
import type { ThreadReply, ThreadRequest, ThreadSetup, ThreadStatement, ThreadValues } from "./thread-protocol.ts"

/**
 * Has the one connection of a process. The stores are synchronous, so that nothing else happens inside a transaction; they
 * wait while this thread talks to the server.
 *
 * 1. Where sessions are kept, our schema is set once for the session. Behind a pooler that gives each transaction another
 *    session, it is set in each transaction, and nothing is asked outside of one: a session may be another team's.
 */
const setup = workerData as ThreadSetup
const signal = new Int32Array(setup.signal)
const queue = { last: Promise.resolve() }
let client: Client | undefined
let connection = 0
let isPooled = setup.pooler === "transaction"
let boss: PgBoss | undefined

setup.port.on("message", (request: ThreadRequest) => {
  queue.last = queue.last.then(async () => {
    if (request.kind === "end") return endReading(request.connection)
    const reply = await serve(request).catch(describeFailure)
    setup.port.postMessage(reply)
    Atomics.add(signal, 0, 1)
    Atomics.notify(signal, 0)
  })
})

/** What follows is sent without waiting for it. A connection on which it fails is of no use. */
function endReading(on: number): void {
  const reader = client
  if (reader === undefined || on !== connection) return
  reader.query("COMMIT").catch(() => {
    if (client === reader) drop()
  })
}

async function serve(request: Exclude<ThreadRequest, { kind: "end" }>): Promise<ThreadReply> {
  if (request.kind === "drop") {
    drop()
    return { kind: "done", rows: [], count: 0, connection, isPooled }
  }
  if (request.connection !== undefined && (client === undefined || request.connection !== connection))
    return { kind: "failed", code: "08006", message: "the connection was lost during a transaction" }
  client ??= await connect()
  const begins = request.statements.some(isBegin)
  const isWhole = isPooled && request.connection === undefined && !begins
  const results = await sendAll(client, isWhole ? [BEGIN, ...request.statements, COMMIT] : request.statements)
  const failed = results.find((result) => result.status === "rejected")
  // The caller does not know that the transaction began, and cannot end it.
  if (failed !== undefined && request.connection === undefined && begins) await client.query("ROLLBACK").catch(drop)
  if (failed !== undefined) throw failed.reason
  const last = results.at(isWhole ? -2 : -1)
  const { rows = [], rowCount } = (last?.status === "fulfilled" ? last.value : undefined) ?? {}
  return { kind: "done", rows, count: rowCount ?? 0, connection, isPooled }
}

const BEGIN: ThreadStatement = { sql: "BEGIN" }
/** Rolls back if anything before it failed. */
const COMMIT: ThreadStatement = { sql: "COMMIT" }

function isBegin(statement: ThreadStatement): boolean {
  return "sql" in statement && statement.sql.startsWith("BEGIN")
}

/** Statements are sent in order, without waiting for the answers to those before. */
async function sendAll(to: Client, statements: readonly ThreadStatement[]) {
  const sent: Promise<QueryResult<unknown[]> | undefined>[] = []
  for (const statement of statements) {
    const { sql, values } = "sql" in statement ? statement : await writeInsert(statement)
    const answer = send(to, isPooled && isBegin(statement) ? `${sql}; ${SET_HERE}` : sql, values)
    // Looked at below. Until then, a failure is nobody's.
    answer.catch(() => undefined)
    sent.push(answer)
  }
  return Promise.allSettled(sent)
}

async function send(to: Client, sql: string, values: ThreadValues | undefined): Promise<QueryResult<unknown[]>> {
  if (values !== undefined)
    return to.query<unknown[]>({ name: nameStatement(sql), text: sql, values: [...values], rowMode: "array" })
  const done: unknown = await to.query({ text: sql, rowMode: "array" })
  return (Array.isArray(done) ? done.at(-1) : done) as QueryResult<unknown[]>
}

/** How often a statement is sent before the server is asked to keep its plan. */
const OFTEN = 5
const MOST_PREPARED = 200
const uses = new Map<string, number>()
const prepared = new Map<string, string>()

/** The name under which the server keeps a statement for this connection. Behind a pooler it would be on another one. */
function nameStatement(sql: string): string | undefined {
  const known = prepared.get(sql)
  if (known !== undefined || isPooled || prepared.size >= MOST_PREPARED) return known
  const count = (uses.get(sql) ?? 0) + 1
  uses.set(sql, count)
  if (count < OFTEN) return undefined
  uses.delete(sql)
  prepared.set(sql, `skillet-${prepared.size + 1}`)
  return prepared.get(sql)
}

/** The statement with which pg-boss stores messages. It is sent with ours, in our transaction. */
async function writeInsert({ queue: name, jobs }: Extract<ThreadStatement, { jobs: unknown }>) {
  boss ??= await openBoss()
  let made: { readonly sql: string; readonly values: ThreadValues } | undefined
  const db = {
    executeSql: async (sql: string, values: unknown[] = []) => {
      made = { sql, values: values as ThreadValues }
      return { rows: [] }
    },
  }
  await boss.insert(name, [...jobs], { db })
  if (made === undefined) throw new Error(`pg-boss stored nothing in ${name}`)
  return made
}

async function executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> {
  if (client === undefined) throw new Error("there is no connection")
  const { rows } = await client.query<Record<string, unknown>>(text, values)
  return { rows }
}

/** It sends through our connection, and does nothing by itself. */
async function openBoss(): Promise<PgBoss> {
  const { PgBoss: Boss } = await import("pg-boss")
  return new Boss({
    schema: nameQueueSchema(setup.schema),
    db: { executeSql },
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  })
}

async function connect(): Promise<Client> {
  const made = new Client({
    connectionString: setup.connection,
    application_name: "skillet",
    connectionTimeoutMillis: setup.patience,
    query_timeout: setup.patience + setup.busyMilliseconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1000,
    pipeline: true,
    types: { getTypeParser },
  })
  made.on("error", () => {
    if (client === made) drop()
  })
  await made.connect()
  connection++
  try {
    isPooled = setup.pooler === "transaction" || !(await setForSession(made))
    if (isPooled) await tryTransaction(made)
    return made
  } catch (error) {
    made.end().catch(() => undefined)
    throw error
  }
}

/** A pooler in statement mode says what is wrong and closes the connection: sent alone, nothing hides what it says. */
async function tryTransaction(made: Client): Promise<void> {
  await made.query("BEGIN")
  await made.query("COMMIT")
}

const lockTimeout = String(Math.round(setup.busyMilliseconds))
const SET_HERE = `SET LOCAL search_path TO ${setup.schema}, pg_temp; SET LOCAL lock_timeout = ${lockTimeout}`
const SET = `SELECT set_config('search_path', $1, false), set_config('lock_timeout', $2, false) WHERE $3 OR pg_backend_pid() = $4`

/**
 * False if a pooler is in between, unless the address says that it keeps sessions: a pooler tells its clients process numbers
 * of its own, because each of them may be served by another process each time. Then nothing is set.
 */
async function setForSession(made: Client & { readonly processID?: number | null }): Promise<boolean> {
  const values = [`${setup.schema}, pg_temp`, lockTimeout, setup.pooler === "session", made.processID ?? 0]
  const { rowCount } = await made.query(SET, values)
  return rowCount === 1
}

function drop(): void {
  const old = client
  client = undefined
  old?.end().catch(() => undefined)
}

/** Whole numbers of 64 bits and decimals: ours all fit a number. */
const NUMBERS: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC, types.builtins.FLOAT8]

function getTypeParser(type: number, format?: "text" | "binary"): (value: string) => unknown {
  if (NUMBERS.includes(type)) return Number
  return types.getTypeParser(type, format as "text") as (value: string) => unknown
}

/** After a failure of the connection, the next request makes a new one. */
function describeFailure(error: unknown): ThreadReply {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  const message = error instanceof Error ? error.message : String(error)
  const isSaid = /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code)
  if (!isSaid) drop()
  return { kind: "failed", code: isSaid || code !== "" ? code : "08000", message }
}
