import { createRequire } from "node:module"
import type { PgBoss } from "pg-boss"
import { readPostgresAddress } from "../database/postgres-address.ts"
import { makePostgresFailure } from "./postgres-failure.ts"
import { nameQueueSchema } from "./queue-schema.ts"

export interface BossOptions {
  readonly address: string
  /** Whether it also expires, retries and removes messages: workers do. */
  readonly maintains: boolean
  /** After how long a connection that has gone silent is given up, in milliseconds (default 10 s). */
  readonly patience?: number | undefined
  /** Receives what goes wrong in the background. */
  readonly onProblem: (message: string) => void
}

/** pg-boss on connections of its own, with its tables in their newest version. */
export async function openBoss({ address, maintains, onProblem, patience = 10_000 }: BossOptions): Promise<PgBoss> {
  const { connection, schema, shown, isPooled } = readPostgresAddress(address)
  const { PgBoss: Boss } = loadBoss()
  const pool = { query_timeout: patience, keepAlive: true, keepAliveInitialDelayMillis: 1000 }
  const boss = new Boss({
    connectionString: connection,
    application_name: "skillet queue",
    ...pool,
    schema: nameQueueSchema(schema),
    max: maintains ? 4 : 1,
    supervise: maintains,
    schedule: false,
    useListenNotify: maintains && !isPooled,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  })
  boss.on("error", (error) => onProblem(error.message))
  boss.on("warning", ({ message }) => onProblem(message))
  try {
    return await boss.start()
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    const code = error instanceof Error && "code" in error ? String(error.code) : "08000"
    throw makePostgresFailure(shown, code, error instanceof Error ? error.message : String(error))
  }
}

/** Compiled code that comes from our cache cannot import a module, and from Node 20.19 on `require` can load this one. */
function loadBoss(): typeof import("pg-boss") {
  return createRequire(import.meta.url)("pg-boss") as typeof import("pg-boss")
}
