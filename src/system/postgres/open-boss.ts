import { createRequire } from "node:module"
import net from "node:net"
import type { PgBoss } from "pg-boss"
import { readPostgresAddress } from "../database/postgres-address.ts"
import { makePostgresFailure } from "./postgres-failure.ts"
import { nameQueueSchema } from "./queue-schema.ts"

export interface BossOptions {
  readonly address: string
  /** Whether it also expires, retries and removes messages: workers do. */
  readonly maintains: boolean
  /** Whether it is woken by messages, where the way to the server allows it (default: if it maintains). */
  readonly listens?: boolean | undefined
  /** How often it looks whether messages expired, are to be delivered again or removed, in milliseconds (default 10 s). */
  readonly supervises?: number | undefined
  /** After how long a connection that has gone silent is given up, in milliseconds (default 10 s). */
  readonly patience?: number | undefined
  /** Receives what goes wrong in the background. */
  readonly onProblem: (error: Error) => void
}

/** pg-boss on connections of its own, with its tables in their newest version. Stopping it ends in time, whatever they do. */
export async function openBoss(options: BossOptions): Promise<PgBoss> {
  for (let tried = 1; ; tried++)
    try {
      return await startBoss(options)
    } catch (error) {
      if (!isCollision(error) || tried >= TRIES) throw error
    }
}

const TRIES = 3

/** Two processes create the tables at the same time: the second one finds them when it looks again. */
function isCollision(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505"
}

async function startBoss(options: BossOptions): Promise<PgBoss> {
  const { address, maintains, listens = maintains, supervises = 10_000, onProblem, patience = 10_000 } = options
  const { connection, schema, shown, pooler } = readPostgresAddress(address)
  const { PgBoss: Boss } = loadBoss()
  const migrate = await mayMigrate(connection, { schema: nameQueueSchema(schema), patience }).catch(
    (error: unknown) => {
      throw toFailure(shown, error)
    },
  )
  const sockets = openSockets()
  const stream = sockets.open
  const pool = { query_timeout: patience, keepAlive: true, keepAliveInitialDelayMillis: 1000, stream }
  const boss = new Boss({
    connectionString: connection,
    application_name: "skillet queue",
    ...pool,
    schema: nameQueueSchema(schema),
    max: maintains ? 2 : 1,
    supervise: maintains,
    schedule: false,
    migrate,
    useListenNotify: listens && pooler !== "transaction",
    superviseIntervalSeconds: supervises / 1000,
    monitorIntervalSeconds: 10,
  })
  boss.on("error", (error) => {
    if (!sockets.areCut()) onProblem("code" in error ? toFailure(shown, error) : error)
  })
  boss.on("warning", ({ message }) => onProblem(new Error(message)))
  const stop = boss.stop.bind(boss)
  boss.stop = async (how = {}) => {
    const late = setTimeout(sockets.cut, how.timeout ?? patience)
    await stop(how).finally(() => {
      clearTimeout(late)
      sockets.leave()
    })
  }
  try {
    return await boss.start()
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw toFailure(shown, error)
  }
}

const OWNER = "SELECT pg_has_role(current_user, nspowner, 'MEMBER') AS is FROM pg_namespace WHERE nspname = $1"

/** The tables of pg-boss and the commands that change them are the owner's. Where there are none, they are created. */
async function mayMigrate(
  connectionString: string,
  { schema, patience }: { readonly schema: string; readonly patience: number },
): Promise<boolean> {
  const { Client } = createRequire(import.meta.url)("pg") as typeof import("pg")
  const client = new Client({ connectionString, connectionTimeoutMillis: patience, query_timeout: patience })
  client.on("error", () => undefined)
  await client.connect()
  try {
    return (await client.query<{ readonly is: boolean }>(OWNER, [schema])).rows[0]?.is ?? true
  } finally {
    await client.end()
  }
}

/** Without a code it is the way to the server that failed. */
function toFailure(shown: string, error: unknown): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "08000"
  return makePostgresFailure(shown, code, error instanceof Error ? error.message : String(error))
}

interface Sockets {
  open(): net.Socket
  /** Ends all of them, without a word. */
  cut(): void
  areCut(): boolean
  /** The other side has a moment to close them; the process does not wait for it. */
  leave(): void
}

const LAST_WORDS = 500

/** A connection that has gone silent is never closed in agreement with the other side. */
function openSockets(): Sockets {
  const opened = new Set<net.Socket>()
  let isCut = false
  function cut(): void {
    isCut = true
    for (const socket of opened) socket.destroy()
  }
  return {
    open() {
      const socket = new net.Socket()
      opened.add(socket)
      socket.once("close", () => opened.delete(socket))
      if (isCut) socket.destroy()
      return socket
    },
    cut,
    areCut: () => isCut,
    leave: () => void setTimeout(cut, LAST_WORDS).unref(),
  }
}

/** Compiled code that comes from our cache cannot import a module, and from Node 20.19 on `require` can load this one. */
function loadBoss(): typeof import("pg-boss") {
  return createRequire(import.meta.url)("pg-boss") as typeof import("pg-boss")
}
