import { Client } from "pg"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import type { ItemKey } from "../src/agents/agent-driver.ts"
import type { RunStart } from "../src/run/model.ts"
import { admitClaimed } from "../src/run/drive/drive.ts"
import { workOnDispatch } from "../src/run/drive/work-on-dispatch.ts"
import { chooseFetchPace } from "../src/run/drive/decide-pace.ts"
import { openFetchSlots } from "../src/run/io/postgres/fetch-slots.ts"
import { nameQueue } from "../src/run/io/postgres/offers.ts"
import { openPostgresRunStore, type PostgresRunStore } from "../src/run/io/postgres/open-postgres-run-store.ts"
import { listDead, readQueueState, retryDead } from "../src/run/io/postgres/read-queue.ts"
import { prepareQueue } from "../src/run/io/postgres/prepare-queue.ts"
import { decideOpen } from "../src/schedule/decide-open.ts"
import { makeDues } from "../src/schedule/io/make-dues.ts"
import { openPostgresScheduleStore } from "../src/schedule/io/store/open-postgres-schedule-store.ts"
import { openBoss } from "../src/system/postgres/open-boss.ts"
import { openPostgres } from "../src/system/postgres/open-postgres.ts"
import {
  change,
  commitNewRun,
  loadExistingRun,
  makeAnswerChange,
  makeAskChange,
  makeFirstCommit,
  makeItemKey,
  makeItemRef,
  makeNextCommit,
  makeRunStart,
} from "../src/testing/run-store/samples.ts"
import { scriptedAgents } from "../src/testing/scripted-agents.ts"
import { defineWorkflow, dispatch } from "../src/workflow/define-workflow.ts"
import { describeWith } from "./needs.ts"
import { builtThread as thread } from "./postgres/build-postgres-thread.ts"
import { openProxy, type Proxy } from "./postgres/open-proxy.ts"
import { startPostgres } from "./postgres/start-postgres.ts"
import { runBench } from "./run-bench.ts"
import { makeSchedule } from "./schedules/sample-schedule.ts"

const server = await startPostgres()
afterAll(() => server.close())

function open(address: string, patience?: number): PostgresRunStore {
  const store = openPostgresRunStore({ address, thread, patience })
  onTestFinished(() => store.close())
  return store
}

async function prepareOffer(address: string, project: string): Promise<void> {
  const boss = await openBoss({ address, maintains: false, onProblem: () => undefined })
  await prepareQueue(boss, nameQueue(project))
  await boss.stop({ graceful: false })
}

/** A run with one dispatch, given to workers. */
async function offerNewRun(store: PostgresRunStore, address: string, id = "r1"): Promise<RunStart> {
  const start = makeRunStart(id)
  await prepareOffer(address, start.project)
  await store.commit({ runs: [makeFirstCommit(start, [makeAskChange(makeItemRef("fan"))])] })
  await store.offer({ id, queue: nameQueue(start.project) })
  return start
}

describeWith(server, "faults", () => {
  let proxy: Proxy
  beforeAll(async () => {
    proxy = await openProxy(server.port)
  })
  afterAll(() => proxy.close())

  test("a commit whose acknowledgement was lost is known to have happened, and did so once", async () => {
    const store = open(server.address({ port: proxy.port }))
    await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan")))
    const before = await proxy.lost()
    await proxy.loseAnswerTo("COMMIT")
    expect(await change(store, "r1", makeAnswerChange(makeItemRef("fan")))).toEqual({ kind: "committed" })
    expect(await proxy.lost()).toBe(before + 1)
    expect((await loadExistingRun(store, "r1")).seq).toBe(2)
    expect(await store.records("r1")).toHaveLength(2)
  })

  test("a commit that was cut off before its end left nothing, and says that it may be tried again", async () => {
    const store = open(server.address({ port: proxy.port }))
    await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan")))
    const run = await loadExistingRun(store, "r1")
    await proxy.cutBefore("UPDATE runs SET items")
    await expect(store.commit({ runs: [makeNextCommit(run)] })).rejects.toMatchObject({
      code: "store.unreachable",
      retry: "later",
    })
    expect((await loadExistingRun(store, "r1")).seq).toBe(1)
    expect(await store.commit({ runs: [makeNextCommit(run)] })).toEqual({ kind: "committed" })
  })

  test("a transaction that could not begin, because others kept its lock for too long, does not spoil the next one", async () => {
    const address = server.address({ schema: "kept" })
    const [holder, waiting] = [false, true].map((shares) => {
      const one = openPostgres({ address, thread, subject: "runs", shares, busyMilliseconds: 100 })
      onTestFinished(() => one.close())
      return one
    })
    const commit = () => waiting!.transaction(() => ({ result: waiting!.ask("SELECT 1"), keep: true }))
    holder!.transaction(() => {
      holder!.ask("SELECT 1")
      for (const _ of [1, 2]) expect(commit).toThrow(expect.objectContaining({ code: "store.busy", retry: "later" }))
      return { result: undefined, keep: true }
    })
    expect(commit()).toEqual([[1]])
  })

  test("a connection that goes silent is given up, and the next request makes another", async () => {
    const store = open(server.address({ port: proxy.port }), 500)
    await commitNewRun(store, "r1")
    await proxy.silence()
    await expect(store.load({ run: "r1" })).rejects.toMatchObject({ code: "store.unreachable", retry: "later" })
    expect((await loadExistingRun(store, "r1")).id).toBe("r1")
  })

  test("a step that answers one dispatch and asks for three is one load and one commit, and waits for the server twice", async () => {
    const address = server.address()
    const store = open(address)
    await offerNewRun(store, address)
    const wanted = { worker: "w", leaseMilliseconds: 60_000 }
    // Where the messages of a run go is asked once.
    await store.release((await store.claim(wanted))!.lease, { after: 0 })
    const { epoch } = (await store.claim(wanted))!.lease
    const before = await store.trips()
    const { run } = (await store.load({ run: "r1", items: makeItemRef("fan") }))!
    await store.commit({
      runs: [
        makeNextCommit(run, [
          makeAnswerChange(makeItemRef("fan"), { epoch }),
          ...["a", "b", "c"].map((item) => makeAskChange(makeItemRef("next", item))),
        ]),
      ],
    })
    expect((await store.trips()) - before).toBe(2)
  })

  test("a worker waits for the server three times for a message, and once for each step that it goes on with", async () => {
    const store = open(server.address({ schema: "trips" }))
    const step = { agent: "developer", prompt: "Do it", writes: ["value"] } as const
    const bench = runBench(
      [
        defineWorkflow({
          name: "trips",
          start: "one",
          steps: [
            dispatch({ ...step, id: "one", title: "One", next: { ok: "two", fail: "end" } }),
            dispatch({ ...step, id: "two", title: "Two", next: { ok: "three", fail: "end" } }),
            dispatch({ ...step, id: "three", title: "Three", reads: ["value"], next: { ok: "four", fail: "end" } }),
            dispatch({ ...step, id: "four", title: "Four", next: { ok: "end", fail: "end" } }),
          ],
        }),
      ],
      { store: () => store },
    )
    await bench.start()
    await prepareOffer(server.address({ schema: "trips" }), "/bench")
    await store.offer({ id: "r", queue: nameQueue("/bench") })
    const settings = { queue: store, driver: scriptedAgents({ "*": "done" }), worker: "w", cwd: ".", atOnce: 1 }
    const never = { signal: new AbortController().signal, sleep: async () => undefined, every: () => () => undefined }
    const forGate = () => Promise.reject(new Error("there are no gates"))
    const how = { ...settings, ...never, forGate, leaseMilliseconds: 60_000, unsettled: new Map() }
    const counts: number[] = []
    const count = async <Result>(act: () => Promise<Result>): Promise<Result> => {
      const before = await store.trips()
      const result = await act()
      counts.push((await store.trips()) - before)
      return result
    }
    const byMessage = (id: string, mayTakeNext: () => boolean) => async () => {
      expect((await store.load({ run: "r" }))?.run.status).toBe("running")
      const claimed = await store.claim({ worker: "w", leaseMilliseconds: 60_000, key: makeItemKey("r", id, "-") })
      expect(await admitClaimed(bench.engine, claimed!, how)).toBe("now")
      return workOnDispatch(bench.engine, claimed!, { ...how, mayTakeNext })
    }
    // The first one also asks where its messages go, starts the clock and takes the lock of the worker.
    await byMessage("one", () => false)()
    const { next } = await count(byMessage("two", () => true))
    const { next: last } = await count(() => workOnDispatch(bench.engine, next!, { ...how, mayTakeNext: () => true }))
    expect(await count(() => workOnDispatch(bench.engine, last!, how))).toEqual({ isAnswered: true })
    expect(counts).toEqual([3, 1, 1])
    expect((await bench.run()).status).toBe("done")
  })

  test("what a worker takes with its commit is told to nobody else, until its session ends", async () => {
    const address = server.address()
    const store = open(address)
    const other = openPostgresRunStore({ address, thread })
    const boss = await openBoss({ address, maintains: false, onProblem: () => undefined })
    onTestFinished(() => boss.stop({ graceful: false }))
    const start = await offerNewRun(store, address)
    const queue = nameQueue(start.project)
    const claimed = await other.claim({ worker: "w1", leaseMilliseconds: 3_600_000 })
    const run = await loadExistingRun(other, "r1")
    const asks = ["a", "b"].map((item) => makeAskChange(makeItemRef("next", item)))
    const commit = makeNextCommit(run, [makeAnswerChange(makeItemRef("fan"), { epoch: claimed!.lease.epoch }), ...asks])
    const take = { run: "r1", worker: "w1", leaseMilliseconds: 3_600_000 }
    const lease = { key: makeItemKey("r1", "next", "a"), worker: "w1", epoch: 1 }
    expect(await other.commit({ runs: [commit], take })).toEqual({ kind: "committed", taken: lease })
    const listTold = async () =>
      (await boss.findJobs<ItemKey>(queue, { queued: true })).map(({ data }) => data.item).sort()
    expect(await listTold()).toEqual(["-", "b"])
    expect(await store.claim({ worker: "w2", leaseMilliseconds: 1000, key: lease.key })).toBeUndefined()
    await other.close()
    await expect.poll(() => store.recover(), { timeout: 10_000 }).toBe(1)
    expect(await listTold()).toEqual(["-", "a", "b"])
    expect((await store.claim({ worker: "w2", leaseMilliseconds: 1000, key: lease.key }))?.lease.epoch).toBe(2)
  })

  test("tables of version 2 get what was added since, and those of a newer Skillet are left alone", async () => {
    const address = server.address({ schema: "older" })
    const before = openPostgresRunStore({ address, thread })
    await commitNewRun(before, "r1", makeAskChange(makeItemRef("fan")))
    await before.close()
    const database = openPostgres({ address, thread, subject: "test" })
    onTestFinished(() => database.close())
    database.exec("DROP TABLE asks; DROP SEQUENCE asks_place; ALTER TABLE offers DROP COLUMN revision")
    database.exec("UPDATE schemas SET version = 2 WHERE subject = 'runs'")
    const store = open(address)
    const boss = await openBoss({ address, maintains: false, onProblem: () => undefined })
    onTestFinished(() => boss.stop({ graceful: false }))
    await prepareQueue(boss, "older")
    await store.offer({ id: "r1", queue: "older", commit: "abc" })
    expect(await store.findRevision("r1")).toBe("abc")
    expect(store.ledger.countUnfinished("claude")).toBe(0)
    expect(database.first("SELECT version FROM schemas WHERE subject = 'runs'")).toEqual([3])
    database.exec("UPDATE schemas SET version = 4 WHERE subject = 'runs'")
    expect(() => openPostgresRunStore({ address, thread })).toThrow(expect.objectContaining({ code: "store.newer" }))
  })

  test("an address without a password, where there is none elsewhere, is refused as one with a wrong password", () => {
    for (const password of ["", ":wrong"]) {
      const address = server.address().replace(":postgres@", `${password}@`)
      const database = openPostgres({ address, thread, subject: "test" })
      onTestFinished(() => database.close())
      expect(() => database.ask("SELECT 1")).toThrow(
        expect.objectContaining({ code: "store.refused", retry: "no", next: expect.stringContaining("PGPASSWORD") }),
      )
    }
  })

  test("a schema that another process is just creating is used as it is then", async () => {
    const address = server.address({ schema: "raced" })
    const [other, watcher] = [new Client({ connectionString: address }), new Client({ connectionString: address })]
    for (const client of [other, watcher]) {
      await client.connect()
      onTestFinished(() => client.end())
    }
    await other.query("BEGIN; CREATE SCHEMA raced_queue")
    const opening = openBoss({ address, maintains: false, onProblem: () => undefined })
    const isWaiting =
      "SELECT 1 FROM pg_stat_activity WHERE application_name = 'skillet queue' AND wait_event_type = 'Lock'"
    await expect.poll(async () => (await watcher.query(isWaiting)).rowCount).toBe(1)
    await other.query("COMMIT")
    await (await opening).stop({ graceful: false })
  })

  test("messages are sent with the commit that causes them, and not at all if it fails", async () => {
    const address = server.address()
    const store = open(address)
    const boss = await openBoss({ address, maintains: false, onProblem: () => undefined })
    onTestFinished(() => boss.stop({ graceful: false }))
    const start = makeRunStart("r1")
    const queue = nameQueue(start.project)
    await prepareQueue(boss, queue)
    const listKeys = async () => (await boss.findJobs<ItemKey>(queue, { queued: true })).map(({ data }) => data)
    const byItem = (one: ItemKey, other: ItemKey) => one.item.localeCompare(other.item)
    await store.commit({ runs: [makeFirstCommit(start, [makeAskChange(makeItemRef("fan", "a"))])] })
    expect(await listKeys()).toEqual([])
    await store.offer({ id: start.id, queue: nameQueue(start.project) })
    expect(await listKeys()).toEqual([makeItemKey("r1", "fan", "a")])
    const run = await loadExistingRun(store, "r1")
    const asks = ["b", "c"].map((item) => makeAskChange(makeItemRef("fan", item)))
    const lost = makeAnswerChange(makeItemRef("fan", "a"), { epoch: 7 })
    expect(await store.commit({ runs: [makeNextCommit(run, [...asks, lost])] })).toMatchObject({ kind: "lease-lost" })
    expect(await listKeys()).toHaveLength(1)
    expect(await store.commit({ runs: [makeNextCommit(run, asks)] })).toEqual({ kind: "committed" })
    expect((await listKeys()).sort(byItem)).toEqual(["a", "b", "c"].map((item) => makeItemKey("r1", "fan", item)))
  })

  test("what a worker that is gone had is told of again, once; of one whose session lives, nothing", async () => {
    const address = server.address()
    const store = open(address)
    const boss = await openBoss({ address, maintains: false, onProblem: () => undefined })
    onTestFinished(() => boss.stop({ graceful: false }))
    const start = makeRunStart("r1")
    await prepareQueue(boss, nameQueue(start.project))
    await store.commit({ runs: [makeFirstCommit(start, [makeAskChange(makeItemRef("fan", "a"))])] })
    await store.offer({ id: start.id, queue: nameQueue(start.project) })
    const other = openPostgresRunStore({ address, thread })
    expect(await other.claim({ worker: "w1", leaseMilliseconds: 3_600_000 })).toBeDefined()
    expect(await store.recover()).toBe(0)
    expect(await store.claim({ worker: "w2", leaseMilliseconds: 1000 })).toBeUndefined()
    await other.close()
    await expect.poll(() => store.recover(), { timeout: 10_000 }).toBe(1)
    expect(await store.recover()).toBe(0)
    expect(await boss.findJobs(nameQueue(start.project), { queued: true })).toHaveLength(2)
    expect((await store.claim({ worker: "w2", leaseMilliseconds: 1000 }))?.lease.epoch).toBe(2)
  })

  test("a worker whose connections go silent, also the one that listens, polls again over others", async () => {
    const address = server.address({ port: proxy.port })
    const boss = await openBoss({ address, maintains: true, patience: 3000, onProblem: () => undefined })
    onTestFinished(() => boss.stop({ graceful: false }))
    const queue = nameQueue("/project")
    await prepareQueue(boss, queue)
    const got: string[] = []
    const slots = openFetchSlots<{ name: string }>(
      boss,
      { queue, pace: chooseFetchPace(1) },
      async ({ name }) => void got.push(name),
    )
    await slots.resize(2)
    await boss.send(queue, { name: "before" })
    await expect.poll(() => got, { timeout: 20_000 }).toEqual(["before"])
    await proxy.silence()
    const direct = await openBoss({
      address: address.replace(`:${proxy.port}/`, `:${server.port}/`),
      maintains: false,
      onProblem: () => undefined,
    })
    onTestFinished(() => direct.stop({ graceful: false }))
    await direct.send(queue, { name: "after" })
    await expect.poll(() => got, { timeout: 60_000 }).toEqual(["before", "after"])
    await proxy.silence()
    // Nobody ends the silent ones: without a limit this would wait for ever.
    await boss.stop({ graceful: true, timeout: 1000 })
  })

  test("a message that fails five times is dead, says why, and is sent again when asked", async () => {
    const address = server.address()
    const store = open(address)
    const boss = await openBoss({ address, maintains: false, onProblem: () => undefined })
    onTestFinished(() => boss.stop({ graceful: false }))
    const start = makeRunStart("r1")
    const at = { address, identity: start.project }
    const queue = nameQueue(start.project)
    await prepareQueue(boss, queue)
    await store.commit({ runs: [makeFirstCommit(start, [makeAskChange(makeItemRef("fan", "a"))])] })
    await store.offer({ id: start.id, queue: nameQueue(start.project) })
    for (let delivery = 1; delivery <= 5; delivery++) {
      expect([delivery, await listDead(at)]).toEqual([delivery, []])
      const [message] = await boss.fetch<ItemKey>(queue, { ignoreStartAfter: true })
      expect(message?.data).toEqual(makeItemKey("r1", "fan", "a"))
      await boss.fail(queue, message!.id, { message: `broken ${delivery}` })
    }
    expect(await boss.fetch(queue, { ignoreStartAfter: true })).toEqual([])
    expect(await listDead(at)).toMatchObject([{ key: makeItemKey("r1", "fan", "a"), why: "broken 5" }])
    const state = await readQueueState(at)
    expect(state).toEqual({ waiting: 0, deferred: 0, active: 0, dead: 1, counted: expect.any(String) })
    expect(await retryDead(at)).toBe(1)
    expect(await readQueueState(at)).toEqual({ ...state, dead: 0 })
    const [again] = await boss.fetch<ItemKey>(queue)
    expect(again?.data).toEqual(makeItemKey("r1", "fan", "a"))
  })

  test("later items of a large fan-out come after the first ones of a small one", async () => {
    const address = server.address()
    const store = open(address)
    const boss = await openBoss({ address, maintains: false, onProblem: () => undefined })
    onTestFinished(() => boss.stop({ graceful: false }))
    const queue = nameQueue(makeRunStart("r1").project)
    await prepareQueue(boss, queue)
    for (const [id, count] of [
      ["large", 1000],
      ["small", 2],
    ] as const) {
      const start = makeRunStart(id)
      const asks = Array.from({ length: count }, (_, at) => makeAskChange(makeItemRef("fan", String(at))))
      await store.commit({ runs: [makeFirstCommit(start, asks)] })
      await store.offer({ id: start.id, queue: nameQueue(start.project) })
    }
    const first = await boss.fetch<{ run: string; item: string }>(queue, { batchSize: 5 })
    expect(first.map(({ data }) => `${data.run} ${data.item}`).sort()).toEqual([
      "large 0",
      "large 1",
      "large 2",
      "small 0",
      "small 1",
    ])
  })

  test("a due time begins and ends with the commits of its run, and a run whose due time is settled cannot begin", async () => {
    const address = server.address()
    const store = open(address)
    const schedules = openPostgresScheduleStore({ address, thread })
    onTestFinished(() => schedules.close())
    const from = Date.parse("2026-03-06T00:00:00Z")
    await schedules.add(makeSchedule("s-1", { cron: "0 * * * *", zone: "UTC", from }), [])
    const now = from + 3_600_000
    await makeDues(schedules, now)
    const by = { worker: "w", leaseMilliseconds: 1000, newRunId: () => "r1", at: now }
    const [claimed] = await schedules.decideOpen((due) => decideOpen(due, now), by)
    expect(claimed).toMatchObject({ kind: "claim", due: { run: "r1", state: "claimed" } })
    await commitNewRun(store, "r1")
    expect(await schedules.due({ schedule: "s-1", at: now })).toMatchObject({ state: "running", started: 1000 })
    const run = await loadExistingRun(store, "r1")
    const end = { status: "done", outcome: "ok", spent: { agents: 0, tokens: 0, money: 0.5 } } as const
    expect(await store.commit({ runs: [makeNextCommit(run, [], end)] })).toEqual({ kind: "committed" })
    expect(await schedules.due({ schedule: "s-1", at: now })).toMatchObject({ state: "ran", cost: 0.5 })
    const database = openPostgres({ address, thread, subject: "test" })
    onTestFinished(() => database.close())
    database.write("UPDATE dues SET run = 'r2' WHERE schedule = 's-1'")
    await expect(commitNewRun(store, "r2")).rejects.toThrow("the due time of this run is settled")
    expect(await store.load({ run: "r2" })).toBeUndefined()
  })
})
