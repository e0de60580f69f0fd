import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { makeDues } from "../src/schedule/io/make-dues.ts"
import { openScheduleStore } from "../src/schedule/io/store/open-schedule-store.ts"
import { decideOpen } from "../src/schedule/decide-open.ts"
import type { ScheduleStore } from "../src/schedule/store.ts"
import { type Database, openDatabase } from "../src/system/database/open-database.ts"
import { makeWorkerName } from "../src/system/database/worker.ts"
import { openRandom } from "../src/testing/simulator/random.ts"
import { listExpectedTimes } from "./schedules/list-expected-times.ts"
import { patterns, YEAR, zones } from "./schedules/patterns.ts"
import { makeSchedule } from "./schedules/sample-schedule.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SKEW = 2 * 60_000
/** `npm run test:long` takes every pattern in every zone, more ticks and more kills. */
const isLong = process.env["SKILLET_YEAR"] === "long"
const LONGEST_PAUSE = isLong ? 48 : 96
const KILLED_TICKS = isLong ? 30 : 8
/** The long numbers need minutes of processor time: on a machine that is busy with other work, ten times that. */
const TIME_LIMIT = isLong ? 3_600_000 : 600_000

/**
 * Otherwise each pattern is in one zone. `test/schedule-times.test.ts` compares the times of every pattern in every zone
 * around the clock changes.
 */
const schedules = zones.flatMap((zone, at) =>
  patterns.flatMap(({ cron }, nth) =>
    isLong || nth % zones.length === at ? [{ id: `${cron} ${zone}`, cron, zone }] : [],
  ),
)

const folder = fs.mkdtempSync(path.join(fs.existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir(), "schedule-year-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

class Killed extends Error {}

/** A process that ticks: it looks for due times, claims what may start, and does the work of what it claimed. */
interface Process {
  tick(now: number): Promise<void>
  close(): Promise<void>
}

interface World {
  readonly file: string
  /** For the rows of runs, as the commits of the engine write them. */
  readonly database: Database
  /** Throws where the process is to be killed. */
  readonly mayDie: () => void
  runs: number
}

function openProcess(world: World, worker: string): Process {
  const store = openScheduleStore({ file: world.file, fail: world.mayDie })
  return {
    async tick(now) {
      await makeDues(store, now)
      const decided = await claimAll(store, { now, worker, world })
      const claimed = decided.flatMap((one) => (one.kind === "claim" ? [one.due] : []))
      world.mayDie()
      for (const { run = "" } of claimed) beginRun(world, run, now)
      world.mayDie()
      for (const { run = "" } of claimed) endRun(world, run, now + 1000)
    },
    close: () => store.close(),
  }
}

function claimAll(store: ScheduleStore, { now, worker, world }: { now: number; worker: string; world: World }) {
  const newRunId = () => `r-${world.runs++}`
  return store.decideOpen((open) => decideOpen(open, now), { worker, leaseMilliseconds: 60_000, newRunId, at: now })
}

/** The worker's name is that of a process that has ended, so its claims are free at once after a kill. */
const GONE = makeWorkerName("tick").replace(`/${process.pid}/`, "/999999999/")

function beginRun({ database }: World, id: string, now: number): void {
  if (database.first("SELECT 1 FROM runs WHERE id = ?", [id]) !== undefined) return
  const head = JSON.stringify({ updated: now })
  database.write("INSERT INTO runs (id, status, head) VALUES (?, 'running', ?)", [id, head])
}

function endRun({ database }: World, id: string, now: number): void {
  const head = JSON.stringify({ updated: now, outcome: "ok", spent: { money: 0.01 } })
  database.write("UPDATE runs SET status = 'done', head = ? WHERE id = ? AND status = 'running'", [head, id])
}

/** Every state of the due times of a schedule, by time. */
function readRows(database: Database, id: string): readonly (readonly [at: number, state: string])[] {
  return database
    .all("SELECT at, state FROM dues WHERE schedule = ? ORDER BY at", [id])
    .map(([at, state]) => [Number(at), String(state)])
}

let made = 0
async function openWorld(mayDie: () => void): Promise<World> {
  const file = path.join(folder, `${++made}.db`)
  await openScheduleStore({ file }).close()
  return { file, database: openDatabase(file, 5000), mayDie, runs: 0 }
}

/** Ticks of two processes whose clocks differ by two minutes. A killed process is followed by a new one. */
async function live(world: World, moments: readonly number[]): Promise<number> {
  let kills = 0
  const processes = new Map<number, Process>()
  for (const [nth, now] of moments.entries()) {
    for (const which of nth % 3 === 0 ? [0, 1] : [nth % 2]) {
      const process = processes.get(which) ?? openProcess(world, GONE)
      processes.set(which, process)
      try {
        await process.tick(now + which * SKEW)
      } catch (error) {
        if (!(error instanceof Killed)) throw error
        kills++
        await process.close()
        processes.delete(which)
      }
    }
  }
  for (const process of processes.values()) await process.close()
  return kills
}

test.each(["America/New_York", "Europe/Berlin"])("three days asleep are one run with once, in %s", async (zone) => {
  const world = await openWorld(() => undefined)
  const from = Date.parse("2026-03-06T00:00:00Z")
  const store = openScheduleStore({ file: world.file })
  await store.add(makeSchedule("s-1", { cron: "0 * * * *", zone, from }), [])
  await store.close()
  await live(world, [from + HOUR, from + HOUR + 3 * DAY, from + HOUR + 3 * DAY + 60_000])
  const rows = readRows(world.database, "s-1")
  expect(rows.length).toBe(73)
  expect(rows.filter(([, state]) => state === "ran").map(([at]) => at - from)).toEqual([HOUR, 73 * HOUR])
  world.database.close()
})

test(
  "killed at every commit, before, in and after it, every due time still has one row, and nothing runs twice",
  async () => {
    const from = Date.parse("2026-11-01T00:00:00Z")
    const cron = "30 */3 * * *"
    const zone = "America/New_York"
    const moments = Array.from({ length: KILLED_TICKS }, (_, nth) => from + nth * 2.7 * HOUR)
    const expected = listExpectedTimes(cron, zone, { from, to: (moments.at(-1) ?? 0) + 1 })
    let reached = 0
    for (let kill = 1; ; kill++) {
      let points = 0
      const world = await openWorld(() => {
        if (++points === kill) throw new Killed()
      })
      const store = openScheduleStore({ file: world.file })
      await store.add(makeSchedule("s-1", { cron, zone, from, policy: { misfire: "all", overlap: "queue" } }), [])
      await store.close()
      const kills = await live(world, moments)
      await live({ ...world, mayDie: () => undefined }, [(moments.at(-1) ?? 0) + 1000])
      const rows = readRows(world.database, "s-1")
      expect(rows.filter(([at]) => at <= (moments.at(-1) ?? 0)).map(([at]) => at)).toEqual(expected)
      expect(new Set(rows.map(([, state]) => state))).toEqual(new Set(["ran"]))
      world.database.close()
      if (kills === 0) break
      reached++
    }
    expect(reached).toBeGreaterThan(6 * KILLED_TICKS)
  },
  TIME_LIMIT,
)

let year: World
let kills = 0
const random = openRandom(2026, "year")

beforeAll(async () => {
  let isArmed = false
  year = await openWorld(() => {
    if (isArmed && random.chance(0.03)) throw new Killed()
  })
  const store = openScheduleStore({ file: year.file })
  for (const { id, cron, zone } of schedules)
    await store.add(makeSchedule(id, { cron, zone, from: YEAR.from - 1, policy: { spread: 1000 } }), [])
  await store.close()
  const moments: number[] = []
  for (let now = YEAR.from; now < YEAR.to - 1; ) {
    moments.push(now)
    // Every fortieth pause is a sleep of three days; now and then the clock is set back by an hour.
    const pause = random.chance(1 / 40)
      ? 3 * DAY
      : random.chance(1 / 40)
        ? -HOUR
        : 60_000 + random.next() * LONGEST_PAUSE * HOUR
    now += pause
  }
  isArmed = true
  kills = await live(year, moments)
  isArmed = false
  await live(year, [YEAR.to - 1 - SKEW, YEAR.to - 1 - SKEW, YEAR.to - 1 - SKEW])
}, TIME_LIMIT)

test("the year had sleeps, kills and clocks that differ", () => {
  expect(kills).toBeGreaterThan(5)
})

test.each(zones)("over a year, every due time in %s has exactly one row", (zone) => {
  const here = schedules.filter((one) => one.zone === zone)
  expect(here.length).toBeGreaterThan(5)
  const wrong = here.flatMap(({ id, cron }) => {
    const rows = readRows(year.database, id)
    const expected = listExpectedTimes(cron, zone, { from: YEAR.from, to: YEAR.to - SKEW })
    const found = rows.filter(([at]) => at < YEAR.to - SKEW).map(([at]) => at)
    return JSON.stringify(found) === JSON.stringify(expected) ? [] : [cron]
  })
  expect(wrong).toEqual([])
})

test("after the year nothing is left open, and no due time ran twice", () => {
  const open = year.database.first("SELECT count(*) FROM dues WHERE state IN ('due', 'claimed', 'running')")
  const ran = year.database.first("SELECT count(*), count(DISTINCT run) FROM dues WHERE state = 'ran'") ?? []
  const runs = year.database.first("SELECT count(*) FROM runs") ?? []
  expect(open).toEqual([0])
  expect([ran[0], runs[0]]).toEqual([ran[1], ran[0]])
})
