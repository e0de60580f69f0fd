import { afterAll, test } from "vitest"
import { openPostgresRunStore } from "../src/run/io/postgres/open-postgres-run-store.ts"
import type { RunStore } from "../src/run/store.ts"
import { runStoreChecks } from "../src/testing/run-store-checks.ts"
import { describeWith } from "./needs.ts"
import { builtThread as thread } from "./postgres/build-postgres-thread.ts"
import { startPostgres } from "./postgres/start-postgres.ts"

const server = await startPostgres()
afterAll(() => server.close())

const opened = new Map<RunStore, { readonly address: string; readonly now: () => number }>()
const more: RunStore[] = []

function connect(address: string, now: () => number): RunStore {
  const store = openPostgresRunStore({ address, thread, leaseClock: { boot: "test", now } })
  opened.set(store, { address, now })
  return store
}

const access = {
  open: async (now: () => number) => connect(server.address(), now),
  again: async (store: RunStore) => {
    const { address, now } = opened.get(store)!
    const other = connect(address, now)
    more.push(other)
    return other
  },
}

describeWith(server, "a store in PostgreSQL", () => {
  test.each(runStoreChecks(access).map((check) => [check.name, check] as const))("%s", async (_, check) => {
    try {
      await check.run()
    } finally {
      for (const store of more.splice(0)) await store.close()
    }
  })
})
