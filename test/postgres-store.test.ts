import { afterAll, test } from "vitest"
import { openPostgresRunStore } from "../src/run/io/postgres/open-postgres-run-store.ts"
import type { RunStore } from "../src/run/store.ts"
import { type RunStoreCheck, runStoreChecks } from "../src/testing/run-store-checks.ts"
import { describeWith } from "./needs.ts"
import { builtThread as thread } from "./postgres/build-postgres-thread.ts"
import { needPgBouncer, startPgBouncer } from "./postgres/start-pgbouncer.ts"
import { startPostgres } from "./postgres/start-postgres.ts"

const server = await startPostgres()
const needPooled = server.missing === undefined ? needPgBouncer : server
// The clients share the sessions of the server, and get them in turn.
const pooler =
  needPooled.missing === undefined
    ? await startPgBouncer(server.port, { mode: "transaction", settings: ["server_round_robin = 1"] })
    : undefined
afterAll(async () => {
  await pooler?.close()
  await server.close()
})

const opened = new Map<RunStore, { readonly address: string; readonly now: () => number }>()
const more: RunStore[] = []

function connect(address: string, now: () => number): RunStore {
  const store = openPostgresRunStore({ address, thread, leaseClock: { boot: "test", now } })
  opened.set(store, { address, now })
  return store
}

function openThrough(port: number | undefined) {
  return {
    open: async (now: () => number) => connect(server.address({ port: port ?? server.port }), now),
    again: async (store: RunStore) => {
      const { address, now } = opened.get(store)!
      const other = connect(address, now)
      more.push(other)
      return other
    },
  }
}

async function runCheck(check: RunStoreCheck): Promise<void> {
  try {
    await check.run()
  } finally {
    for (const store of more.splice(0)) await store.close()
  }
}

describeWith(server, "a store in PostgreSQL", () => {
  const checks = runStoreChecks(openThrough(undefined))
  test.each(checks.map((check) => [check.name, check] as const))("%s", (_, check) => runCheck(check))
})

describeWith(needPooled, "a store in PostgreSQL, through PgBouncer in transaction mode", () => {
  const checks = runStoreChecks(openThrough(pooler?.port))
  test.each(checks.map((check) => [check.name, check] as const))("%s", (_, check) => runCheck(check))
})
