import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { openPostgresRunStore, type PostgresRunStore } from "../src/run/io/postgres/open-postgres-run-store.ts"
import type { LeaseClock } from "../src/system/database/machine-clock.ts"
import { describeWith } from "./needs.ts"
import { builtThread as thread } from "./postgres/build-postgres-thread.ts"
import { openProxy, type Proxy } from "./postgres/open-proxy.ts"
import { startPostgres } from "./postgres/start-postgres.ts"

const server = await startPostgres()
afterAll(() => server.close())

describeWith(server, "turns of workers", () => {
  let proxy: Proxy
  const time = { now: 1000 }
  const leaseClock: LeaseClock = { boot: "server", isGone: () => false, now: () => time.now }
  beforeAll(async () => {
    proxy = await openProxy(server.port)
  })
  afterAll(() => proxy.close())

  function open(address: string): PostgresRunStore {
    const store = openPostgresRunStore({ address, thread, leaseClock })
    onTestFinished(() => store.close())
    return store
  }

  /** The first request over a connection that was cut may fail. */
  function attempt(act: () => boolean): boolean {
    try {
      return act()
    } catch (error) {
      expect(String(error)).toContain("cannot be reached")
      return false
    }
  }

  test("one of all workers acts in a turn, another may in the next one, and of another thing at any time", () => {
    const address = server.address()
    const stores = [open(address), open(address), open(address)]
    const take = () => stores.map((store) => store.turns.take("look", 250))
    expect([take(), take()]).toEqual([
      [true, false, false],
      [false, false, false],
    ])
    expect(stores[2]!.turns.take("other", 250)).toBe(true)
    time.now += 250
    stores.reverse()
    expect(take()).toEqual([true, false, false])
    // Whoever had the turn before and says nothing more keeps nobody from the next ones.
    time.now += 250
    expect(stores[1]!.turns.take("look", 250)).toBe(true)
    expect(stores[2]!.turns.take("look", 250)).toBe(false)
    expect(open(server.address()).turns.take("look", 250)).toBe(true)
  })

  test("the turn of a worker whose connection is lost is free again, also for itself", async () => {
    const schema = { schema: "turns_lost" }
    const lost = open(server.address({ ...schema, port: proxy.port }))
    const other = open(server.address(schema))
    expect([lost, other].map(({ turns }) => turns.take("look", 250))).toEqual([true, false])
    await proxy.cut()
    await expect.poll(() => attempt(() => lost.turns.take("next", 250)), { timeout: 10_000 }).toBe(true)
    time.now += 250
    expect(other.turns.take("look", 250)).toBe(true)
    time.now += 250
    expect(lost.turns.take("look", 250)).toBe(true)
  })

  test("workers of a queue are counted as long as their sessions last", async () => {
    const address = server.address()
    const [one, two, three] = [open(address), open(address), openPostgresRunStore({ address, thread })]
    expect([one.turns.join("q"), two.turns.join("q"), three.turns.join("other"), one.turns.join("q")]).toEqual([
      1, 2, 1, 2,
    ])
    expect([three.turns.join("q"), two.turns.join("q")]).toEqual([3, 3])
    await three.close()
    await expect.poll(() => one.turns.join("q"), { timeout: 10_000 }).toBe(2)
    expect(open(server.address()).turns.join("q")).toBe(1)
  })
})
