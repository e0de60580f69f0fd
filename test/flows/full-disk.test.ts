import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"
import { afterAll, expect, onTestFinished, test } from "vitest"
import { describeWith } from "../needs.ts"
import { startPostgresOnSmallDisk } from "../postgres/start-postgres.ts"
import { type Life, type Noted, type Workshop, workshop } from "./driven/lives.ts"
import { answersIn, outcomeOf, provesIn } from "./driven/run-state.ts"

const server = await startPostgresOnSmallDisk(160)
afterAll(() => server.close())

const START = ["mill", "--param", "hands=4"]
const RUNS = 4

interface Entry {
  readonly event: string
  readonly outcome?: string
  readonly code?: string
  readonly next?: string
  readonly run?: string
  readonly step?: string
  readonly round?: number
  readonly item?: string
}

/** Two workers in the middle of several runs. */
async function startWork() {
  const shop = workshop(server.address())
  const runs = Array.from({ length: RUNS }, () => shop.start(START))
  const workers = [0, 1].map(() => shop.byWorker({ slow: 100, words: ["--lease", "5"] }))
  onTestFinished(async () => {
    for (const { child } of workers) child.kill("SIGKILL")
    await Promise.all(workers.map(({ ended }) => ended))
  })
  const given = runs.map((run) => shop.byWorkers(run))
  await until(() => count(shop, "answered") >= 2 * RUNS)
  return { shop, runs, workers, given }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 3000; turn++) {
    if (await holds()) return
    await sleep(20)
  }
  throw new Error("it never happened")
}

const count = (shop: Workshop, kind: Noted["kind"]) => shop.notes().filter((note) => note.kind === kind).length

/** All runs end as they do undisturbed. */
async function finish(shop: Workshop, runs: readonly string[]): Promise<void> {
  const calm = workshop()
  const alone = calm.start(START)
  expect(await calm.byCommand(alone).ended).toMatchObject({ code: 0 })
  const expected = await outcomeOf(calm.database, alone, calm.project)
  for (const run of runs) {
    expect(await shop.byWorkers(run).ended).toMatchObject({ code: 0 })
    expect(await outcomeOf(shop.database, run, shop.project)).toEqual(expected)
    expect(await provesIn(shop.database, run)).toBe(true)
  }
}

async function stop(workers: readonly Life[]): Promise<readonly (readonly Entry[])[]> {
  for (const { child } of workers) child.kill("SIGTERM")
  const endings = await Promise.all(workers.map(({ ended }) => ended))
  expect(endings.map(({ code, err }) => ({ code, err }))).toEqual(Array(2).fill({ code: 0, err: "" }))
  return endings.map(({ out }) =>
    out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Entry),
  )
}

/** What workers said was stored is stored. */
async function expectStored(shop: Workshop, runs: readonly string[], entries: readonly Entry[]): Promise<void> {
  const stored = new Set<string>()
  for (const run of runs) for (const key of (await answersIn(shop.database, run)).keys()) stored.add(key)
  const said = entries.filter(({ outcome, run }) => outcome === "answered" && runs.includes(run ?? ""))
  expect(said.length).toBeGreaterThan(0)
  expect(
    said.map(({ run, step, round, item }) => `${run}/${step}/${round}/${item}`).filter((key) => !stored.has(key)),
  ).toEqual([])
}

describeWith(server, "a server whose disk is full", () => {
  test("loses nothing; workers say so once with the next step, leave it alone, and go on when there is room", async () => {
    const { shop, runs, workers, given } = await startWork()
    await server.fill()
    await sleep(15_000)
    const asked = count(shop, "asked")
    await sleep(5000)
    // Nobody is paid for answers that cannot be stored.
    expect(count(shop, "asked") - asked).toBeLessThanOrEqual(4)
    await server.free()
    await server.start()
    await Promise.all(given.map(({ ended }) => ended))
    await finish(shop, runs)
    // Nobody was paid twice for an answer.
    const answered = shop.notes().flatMap(({ kind, key }) => (kind === "answered" ? [key] : []))
    expect(answered.length).toBe(new Set(answered).size)
    const logs = await stop(workers)
    await expectStored(shop, runs, logs.flat())
    for (const log of logs) {
      const full = log.filter(({ event, code }) => event === "problem" && code === "store.full")
      expect(full).toHaveLength(1)
      expect(full).toMatchObject([{ next: "free some space there, then try again" }])
      // It tries again after 1, 2, 4 and 8 seconds, with what was under way before.
      expect(log.filter(({ outcome }) => outcome === "failed").length).toBeLessThan(20)
    }
  }, 300_000)

  test("that goes down because of it loses nothing either; workers go on when it is back", async () => {
    const { shop, runs, workers, given } = await startWork()
    await server.fill()
    const client = new Client({ connectionString: server.address().replace(/\?.*$/, "") })
    const gone = new Promise<void>((resolve) => client.on("error", () => resolve()))
    await client.connect()
    // Its log of changes needs a new file each time, until there is no room for one.
    const drain = async () => {
      for (;;) {
        await client.query("SELECT pg_logical_emit_message(true, 'test', repeat('x', 500000))")
        await client.query("SELECT pg_switch_wal()")
      }
    }
    await Promise.race([gone, drain().catch(() => gone)])
    await sleep(5000)
    await server.free()
    await server.start()
    await Promise.all(given.map(({ ended }) => ended))
    await finish(shop, runs)
    const logs = await stop(workers)
    await expectStored(shop, runs, logs.flat())
    for (const log of logs) {
      const problems = log.filter(({ event }) => event === "problem")
      expect(problems.map(({ code }) => code)).toContain("store.unreachable")
      expect(problems.every(({ code, next }) => code === undefined || next !== undefined)).toBe(true)
      expect(problems.length).toBeLessThan(10)
    }
  }, 300_000)
})
