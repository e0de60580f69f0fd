import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { isLost, mayClaim, type RowLease } from "../src/run/drive/decide-lease.ts"
import { openPostgresRunStore, type PostgresRunStore } from "../src/run/io/postgres/open-postgres-run-store.ts"
import {
  makeAskChange,
  makeFirstCommit,
  makeItemKey,
  makeItemRef,
  makeRunStart,
} from "../src/testing/run-store/samples.ts"
import type { LeaseClock } from "../src/system/database/machine-clock.ts"
import { openPostgres } from "../src/system/postgres/open-postgres.ts"
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
    // A worker that had the turn before and hangs keeps nobody from the next ones.
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

  test("after its connection was lost, nobody takes a worker for dead that comes back in time; one that does not is dead then", async () => {
    const schema = { schema: "turns_back" }
    const [here, away] = [
      open(server.address({ ...schema, port: proxy.port })),
      open(server.address({ ...schema, port: proxy.port })),
    ]
    const start = makeRunStart("r1")
    await here.commit({
      runs: [
        makeFirstCommit(
          start,
          ["a", "b"].map((item) => makeAskChange(makeItemRef("fan", item))),
        ),
      ],
    })
    await here.claim({ worker: "w1", leaseMilliseconds: 3_600_000 })
    await here.claim({ worker: "w2", leaseMilliseconds: 3_600_000 })
    await proxy.cut()
    await expect.poll(() => attempt(() => away.turns.take("look", 250)), { timeout: 10_000 }).toBe(true)
    expect(await away.recover()).toBe(0)
    await expect.poll(() => attempt(() => here.turns.take("other", 250)), { timeout: 10_000 }).toBe(true)
    expect(await here.hold("w1")).toBe(true)
    time.now += 2999
    expect(await away.recover()).toBe(0)
    time.now += 1
    expect(await away.recover()).toBe(1)
    expect((await away.claim({ worker: "w3", leaseMilliseconds: 1000 }))?.lease.key.item).toBe("b")
  })

  test("what may be claimed and what is lost is what the functions say that decide it, row by row", async () => {
    const address = server.address()
    const [store, living] = [open(address), open(address)]
    const database = openPostgres({ address, thread, subject: "check" })
    onTestFinished(() => database.close())
    await living.hold("living")
    const now = 1_000_000
    const [lasts, worker] = [1000, "living"]
    const rows: readonly RowLease[] = [
      {},
      { until: now - 1, lasts },
      { until: now, lasts },
      { until: now + 1, lasts },
      { until: now + 1001, lasts },
      ...[worker, "dead"].flatMap((name) =>
        [true, false].flatMap((bySession) =>
          [0, now - 1, now, now + 1, now + 1000, now + 1001].map((until) => ({
            // Of one worker, all rows tell the same way whether it is alive.
            worker: bySession ? name : `${name}, by time`,
            bySession,
            until,
            lasts,
          })),
        ),
      ),
    ]
    const asks = rows.map((_, item) => makeAskChange(makeItemRef("fan", String(item))))
    await store.commit({ runs: [makeFirstCommit(makeRunStart("r1"), asks)] })
    const write = (item: number, { worker: name, bySession, until, lasts: most }: RowLease) =>
      database.ask("UPDATE items SET worker = $2, boot = $3, until = $4, lasts = $5, status = $6 WHERE item = $1", [
        String(item),
        name ?? null,
        bySession === true ? "session" : "time",
        until ?? null,
        most ?? null,
        name === undefined ? "open" : "leased",
      ])
    rows.forEach((row, item) => write(item, row))
    time.now = now
    const sight = { now, judgesSessions: true, isAlive: (name: string) => name === worker }
    const claimed = []
    for (const item of rows.keys()) {
      const key = makeItemKey("r1", "fan", String(item))
      // What is lost is found by a claim that finds nothing: here it finds all of it, so the row is as it was again.
      write(item, rows[item]!)
      claimed.push((await store.claim({ worker, leaseMilliseconds: 1000, key })) !== undefined)
    }
    expect(claimed).toEqual(rows.map((row) => mayClaim(row, now) || isLost(row, sight)))
    rows.forEach((row, item) => write(item, row))
    expect(await store.recover()).toBe(rows.filter((row) => isLost(row, sight)).length)
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
