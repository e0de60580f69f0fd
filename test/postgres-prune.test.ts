import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, onTestFinished, test } from "vitest"
import type { ItemKey } from "../src/agents/agent-driver.ts"
import { grantRoles } from "../src/doctor/io/grant-roles.ts"
import { pruneState } from "../src/doctor/io/prune-state.ts"
import { startRun } from "../src/run/advance/start-run.ts"
import { applyEvent } from "../src/run/apply-event.ts"
import { type Engine, openDefinitions } from "../src/run/engine.ts"
import { nameQueue } from "../src/run/io/postgres/offers.ts"
import { openPostgresRunStore } from "../src/run/io/postgres/open-postgres-run-store.ts"
import { prepareQueue } from "../src/run/io/postgres/prepare-queue.ts"
import { pruneServer } from "../src/run/io/postgres/prune-server.ts"
import { listDead } from "../src/run/io/postgres/read-queue.ts"
import { openRunStore } from "../src/run/io/store/open-run-store.ts"
import type { RunStore } from "../src/run/store.ts"
import { openPostgresScheduleStore } from "../src/schedule/io/store/open-postgres-schedule-store.ts"
import { openBoss } from "../src/system/postgres/open-boss.ts"
import { openPostgres } from "../src/system/postgres/open-postgres.ts"
import { openTaskTables } from "../src/tasks/io/store/open-wake-store.ts"
import { defineWorkflow, doStep } from "../src/workflow/define-workflow.ts"
import { describeWith } from "./needs.ts"
import { builtThread as thread } from "./postgres/build-postgres-thread.ts"
import { createRoles } from "./postgres/create-roles.ts"
import { startPostgres } from "./postgres/start-postgres.ts"

const server = await startPostgres()
afterAll(() => server.close())

const DAY = 24 * 3_600_000
const now = Date.now()
const then = now - 40 * DAY
const how = { olderThan: 30 * DAY, isDryRun: false, now }
const long = (letter: string) => letter.repeat(300_000)

const small = defineWorkflow({
  name: "small",
  start: "work",
  steps: [
    doStep({ id: "work", title: "Work", next: { ok: "more" } }),
    doStep({ id: "more", title: "More", next: { ok: "end" } }),
  ],
})

function makeHome(): string {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "prune-")))
  onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }))
  return home
}

function openServer(address = server.address()) {
  const store = openPostgresRunStore({ address, thread })
  onTestFinished(() => store.close())
  const database = openPostgres({ address, thread, subject: "test" })
  onTestFinished(() => database.close())
  return { address, store, database, env: { HOME: makeHome(), SKILLET_DB: address } }
}

const open = (store: RunStore): Engine => ({ store, now: () => then, definitions: openDefinitions(store) })

async function start(engine: Engine, id: string, more: { readonly source?: string } = {}): Promise<void> {
  const fork = more.source === undefined ? {} : { ...more, renew: ["work"] }
  await startRun(engine, small, { id, params: {}, project: "/p", branch: "", directory: "/p", ...fork })
}

async function report(engine: Engine, id: string, step: string, text = "done"): Promise<void> {
  const item = { step, round: 1, item: "-" }
  await applyEvent(engine, id, { kind: "report", at: engine.now(), item, outcome: "ok", text, by: "test" })
}

async function finish(engine: Engine, id: string): Promise<void> {
  await start(engine, id)
  await report(engine, id, "work")
  await report(engine, id, "more")
}

/** One of each kind that the rules know. */
async function plant(store: RunStore): Promise<void> {
  const engine = open(store)
  for (const id of ["r-ended", "r-source", "r-other"]) await finish(engine, id)
  await finish({ ...engine, now: () => now }, "r-new")
  await start(engine, "r-fork", { source: "r-source" })
  await start(engine, "r-going")
}

/** Copies an old run that has ended, without its dispatches. */
function multiply(database: ReturnType<typeof openPostgres>, count: number): void {
  database.exec(`INSERT INTO runs (number, id, workflow, project, root, status, asks, items, seq, head, sum)
    SELECT number + at, 'r-copy-' || at, workflow, project, number + at, status, asks, items, seq, head, sum
    FROM runs, generate_series(1, ${count}) AS at WHERE id = 'r-ended';
    INSERT INTO starts (run, start, sum) SELECT runs.number, start, starts.sum FROM starts, runs
    WHERE starts.run = (SELECT number FROM runs WHERE id = 'r-ended') AND runs.id LIKE 'r-copy-%';
    SELECT setval('runs_number', (SELECT max(number) FROM runs))`)
}

async function makeDead(address: string, run: string): Promise<void> {
  const boss = await openBoss({ address, maintains: false, onProblem: () => undefined })
  const queue = nameQueue("/p")
  await prepareQueue(boss, queue)
  await boss.send(queue, { run, step: "work", round: 1, item: "-" } satisfies ItemKey)
  for (let delivery = 1; delivery <= 5; delivery++) {
    const [message] = await boss.fetch<ItemKey>(queue, { ignoreStartAfter: true })
    await boss.fail(queue, message!.id, { message: "broken" })
  }
  await boss.stop({ graceful: false })
}

describeWith(server, "state prune on a server", () => {
  test("removes by the same rules as in a file, and reports the same", async () => {
    const { store, env } = openServer()
    const home = makeHome()
    const file = path.join(home, "skillet.db")
    const local = openRunStore({ file })
    for (const one of [store, local]) await plant(one)
    await local.close()
    const there = { env, thread }
    const here = { env: { HOME: home, SKILLET_DB: file } }
    for (const isDryRun of [true, false]) {
      const [shared, own] = [
        await pruneState(there, { ...how, isDryRun }),
        await pruneState(here, { ...how, isDryRun }),
      ]
      expect(own.runs.toSorted()).toEqual(["r-ended", "r-other"])
      expect({ ...shared, runs: shared.runs.toSorted(), bytes: 0 }).toEqual({
        ...own,
        runs: own.runs.toSorted(),
        bytes: 0,
      })
    }
    expect((await store.runs()).map(({ id }) => id).toSorted()).toEqual(["r-fork", "r-going", "r-new", "r-source"])
  })

  test("leaves nothing of a run behind but large texts that others use or that are new", async () => {
    const { store, env, database } = openServer()
    const engine = open(store)
    for (const id of ["r-ended", "r-going"]) await start(engine, id)
    await report(engine, "r-ended", "work", long("a"))
    await report(engine, "r-going", "work", long("a"))
    await report(engine, "r-ended", "more", long("b"))
    const count = (table: string) => Number(database.ask(`SELECT count(*) FROM ${table}`)[0]?.[0])
    expect(count("artifacts")).toBe(2)
    database.exec(`UPDATE artifacts SET used = ${then}`)
    const pruned = await pruneState({ env, thread }, how)
    expect(pruned.runs).toEqual(["r-ended"])
    expect(pruned.bytes).toBeGreaterThan(3000)
    expect(["runs", "starts", "artifacts"].map(count)).toEqual([1, 1, 1])
    expect(["items", "records", "starts"].map((table) => database.ask(`SELECT DISTINCT run FROM ${table}`))).toEqual(
      Array(3).fill(database.ask("SELECT number FROM runs")),
    )
    expect((await store.load({ run: "r-going", items: { step: "work", round: 1, item: "-" } }))?.run.step).toBe("more")
  })

  test("goes in batches, the newest first, and decides again in each of them, while nobody commits", async () => {
    const { store, address, database } = openServer()
    await finish(open(store), "r-ended")
    multiply(database, 1200)
    const other = openPostgres({ address, thread, subject: "runs", shares: true, busyMilliseconds: 100 })
    onTestFinished(() => other.close())
    const commit = () => other.transaction(() => ({ result: other.ask("SELECT 1"), keep: false }))
    const seen: number[] = []
    const readNamed = () => {
      seen.push(Number(database.ask("SELECT count(*) FROM runs")[0]?.[0]))
      expect(commit).toThrow(expect.objectContaining({ code: "store.busy" }))
      // Between the first batch and the second, somebody begins to need two of them.
      return new Set(seen.length === 1 ? [] : ["r-ended", "r-copy-1200"])
    }
    const pruned = pruneServer({ address, thread, before: now - 30 * DAY, now, isDryRun: false, readNamed })
    expect(seen).toEqual([1201, 701, 201, 1])
    expect(pruned.runs).toHaveLength(1200)
    expect(pruned.needed).toBe(1)
    expect((await store.runs()).map(({ id }) => id)).toEqual(["r-ended"])
  })

  test("dead messages go with their runs, and those of other runs stay", async () => {
    const { store, address, env } = openServer()
    await finish(open(store), "r-ended")
    await start(open(store), "r-going")
    for (const run of ["r-ended", "r-going"]) await makeDead(address, run)
    expect(await pruneState({ env, thread }, { ...how, isDryRun: true })).toMatchObject({ runs: ["r-ended"] })
    expect(await listDead({ address, identity: "/p" })).toHaveLength(2)
    expect(await pruneState({ env, thread }, how)).toMatchObject({ runs: ["r-ended"], messages: 1 })
    expect(await listDead({ address, identity: "/p" })).toMatchObject([{ key: { run: "r-going" } }])
  })

  test("is refused for a worker's role, also as a dry run, and allowed for a user's", async () => {
    const schema = "pruned"
    const { store, address, env } = openServer(server.address({ schema }))
    await finish(open(store), "r-ended")
    await openPostgresScheduleStore({ address, thread }).close()
    ;(await openTaskTables(address, 5000, thread)).close()
    const boss = await openBoss({ address, maintains: false, onProblem: () => undefined })
    await boss.stop({ graceful: false })
    await createRoles(address, ["pruned_user", "pruned_worker"])
    const grants = [
      { kind: "user", role: "pruned_user" },
      { kind: "worker", role: "pruned_worker" },
    ] as const
    grantRoles(address, grants, thread)
    const as = (user: string) => ({ thread, env: { ...env, SKILLET_DB: server.address({ schema, user }) } })
    for (const isDryRun of [true, false])
      await expect(pruneState(as("pruned_worker"), { ...how, isDryRun })).rejects.toMatchObject({
        code: "store.forbidden",
        message: expect.stringContaining("a worker's role may not remove runs"),
      })
    expect(await pruneState(as("pruned_user"), how)).toMatchObject({ runs: ["r-ended"] })
  })
})
