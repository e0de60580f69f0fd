import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import type { ItemKey } from "../src/agents/agent-driver.ts"
import { chooseFetchPace } from "../src/run/drive/decide-pace.ts"
import { openFetchSlots } from "../src/run/io/postgres/fetch-slots.ts"
import { nameQueue } from "../src/run/io/postgres/offers.ts"
import { openPostgresRunStore } from "../src/run/io/postgres/open-postgres-run-store.ts"
import { prepareQueue } from "../src/run/io/postgres/prepare-queue.ts"
import { examineServer } from "../src/system/postgres/examine-server.ts"
import { openBoss } from "../src/system/postgres/open-boss.ts"
import { openPostgres } from "../src/system/postgres/open-postgres.ts"
import {
  commitNewRun,
  makeAskChange,
  makeFirstCommit,
  makeItemKey,
  makeItemRef,
  makeRunStart,
} from "../src/testing/run-store/samples.ts"
import { describeWith } from "./needs.ts"
import { builtThread as thread } from "./postgres/build-postgres-thread.ts"
import { needPgBouncer, type PoolerHow, startPgBouncer } from "./postgres/start-pgbouncer.ts"
import { startPostgres } from "./postgres/start-postgres.ts"

const server = await startPostgres()
afterAll(() => server.close())

async function startPooler(how: PoolerHow): Promise<number> {
  const { port, close } = await startPgBouncer(server.port, how)
  onTestFinished(close)
  return port
}

function open(address: string) {
  const store = openPostgresRunStore({ address, thread })
  onTestFinished(() => store.close())
  return store
}

function connect(address: string, busyMilliseconds?: number) {
  const database = openPostgres({ address, thread, subject: "runs", busyMilliseconds })
  onTestFinished(() => database.close())
  return database
}

describeWith(server.missing === undefined ? needPgBouncer : server, "behind PgBouncer", () => {
  let port: number
  let close: () => Promise<void>
  beforeAll(async () => {
    const pooler = await startPgBouncer(server.port, { mode: "transaction" })
    port = pooler.port
    close = pooler.close
  })
  afterAll(() => close())

  test("teams that get the same session of the server in turn read and write only what is theirs", async () => {
    const schemas = ["pooled_shop", "pooled_mill"]
    const [shop, mill] = schemas.map((schema) => open(server.address({ schema, port })))
    for (let turn = 1; turn <= 10; turn++) {
      await commitNewRun(shop!, `shop-${turn}`)
      await commitNewRun(mill!, `mill-${turn}`)
    }
    const direct = schemas.map((schema) => open(server.address({ schema })))
    for (const store of [shop!, direct[0]!])
      expect((await store.runs()).map(({ id }) => id.split("-")[0])).toEqual(Array(10).fill("shop"))
    for (const store of [mill!, direct[1]!])
      expect((await store.runs()).map(({ id }) => id.split("-")[0])).toEqual(Array(10).fill("mill"))
  })

  test("nothing is left in a session that others get", () => {
    const through = connect(server.address({ port }))
    through.exec("SELECT 1")
    through.transaction(() => ({ result: through.ask("SELECT 1"), keep: true }))
    const other = connect(server.address({ schema: "pooled_other", port }))
    expect(other.ask("SELECT current_setting('search_path'), current_setting('lock_timeout')")).toEqual([
      ["pooled_other, pg_temp", "5s"],
    ])
    expect(other.ask("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")).toEqual([[0]])
  })

  test("a transaction waits for another one no longer than it may, and says that somebody else is writing", () => {
    const address = server.address({ port })
    const [holder, waiting] = [connect(address), connect(address, 100)]
    holder.transaction(() => {
      holder.ask("SELECT 1")
      const commit = () => waiting.transaction(() => ({ result: waiting.ask("SELECT 1"), keep: true }))
      for (const _ of [1, 2]) expect(commit).toThrow(expect.objectContaining({ code: "store.busy", retry: "later" }))
      return { result: undefined, keep: true }
    })
  })

  test("it is found out with the first connection; only an address that says so, and is right, keeps sessions", async () => {
    const session = await startPooler({ mode: "session" })
    const find = (through: number, words: string) => {
      const address = `${server.address({ port: through })}${words}`
      const database = connect(address)
      database.ask("SELECT 1")
      return [database.isPooled, examineServer(database, address, thread).isPooled]
    }
    expect(find(server.port, "")).toEqual([false, false])
    expect(find(port, "")).toEqual([true, true])
    expect(find(port, "&pooler=transaction")).toEqual([true, true])
    expect(find(session, "")).toEqual([true, true])
    expect(find(session, "&pooler=session")).toEqual([false, false])
    expect(find(port, "&pooler=session")).toEqual([false, true])
  })

  test("a worker that takes a dispatch has only its lease to tell that it lives", async () => {
    const address = server.address({ port })
    const store = open(address)
    await store.commit({ runs: [makeFirstCommit(makeRunStart("r1"), [makeAskChange(makeItemRef("fan"))])] })
    await store.claim({ worker: "w", leaseMilliseconds: 60_000 })
    expect(connect(address).ask("SELECT worker, boot FROM items")).toEqual([["w", "time"]])
  })

  test("messages come, although nothing can listen for them", async () => {
    const address = `${server.address({ port })}&pooler=transaction`
    const store = open(address)
    const boss = await openBoss({ address, maintains: true, onProblem: () => undefined })
    onTestFinished(() => boss.stop({ graceful: false }))
    const queue = nameQueue("/project")
    await prepareQueue(boss, queue)
    await store.commit({ runs: [makeFirstCommit(makeRunStart("r1"), [makeAskChange(makeItemRef("fan", "a"))])] })
    await store.offer({ id: "r1", queue })
    const got: ItemKey[] = []
    const slots = openFetchSlots<ItemKey>(boss, { queue, pace: chooseFetchPace(1) }, async (key) => void got.push(key))
    await slots.resize(1)
    await expect.poll(() => got, { timeout: 20_000 }).toEqual([makeItemKey("r1", "fan", "a")])
    await slots.close()
  })

  test("every worker acts for itself and counts as one: turns are what sessions hold", () => {
    const address = server.address({ port })
    expect([open(address), open(address)].map(({ turns }) => [turns.take("look", 250), turns.join("q")])).toEqual([
      [true, 1],
      [true, 1],
    ])
  })

  test.each([
    ["a wrong password", (address: string) => address.replace(":postgres@", ":wrong@"), "store.refused"],
    [
      "a user it does not know",
      (address: string) => address.replace("postgres:postgres@", "eve:eve@"),
      "store.refused",
    ],
    ["a database that does not exist", (address: string) => address.replace("/postgres?", "/none?"), "store.refused"],
  ])("%s is what it says, and not a server that is away", (_, change, code) => {
    const database = connect(change(server.address({ port })))
    expect(() => database.ask("SELECT 1")).toThrow(expect.objectContaining({ code, retry: "no" }))
  })

  test("one that is full is tried again later", async () => {
    const full = await startPooler({ mode: "transaction", settings: ["max_client_conn = 1"] })
    const [first, second] = [connect(server.address({ port: full })), connect(server.address({ port: full }))]
    first.ask("SELECT 1")
    expect(() => second.ask("SELECT 1")).toThrow(expect.objectContaining({ code: "store.busy", retry: "later" }))
  })

  test("one in statement mode takes no transactions, and is refused with what to do", async () => {
    const database = connect(server.address({ port: await startPooler({ mode: "statement" }) }))
    expect(() => database.ask("SELECT 1")).toThrow(
      expect.objectContaining({
        code: "store.pooler",
        retry: "no",
        next: "put the pooler in transaction or session mode, or connect to the server itself",
      }),
    )
  })
})
