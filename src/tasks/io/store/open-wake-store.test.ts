import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, describe, expect, onTestFinished, test } from "vitest"
import { describeWith } from "../../../../test/needs.ts"
import { builtThread } from "../../../../test/postgres/build-postgres-thread.ts"
import { startPostgres } from "../../../../test/postgres/start-postgres.ts"
import type { NewTask, WakeStore } from "../../store.ts"
import { openWakeStore } from "./open-wake-store.ts"

const scope = { project: "/p", branch: "main" }
const to = (agent: string) => ({ ...scope, agent })

const server = await startPostgres()
afterAll(() => server.close())

async function openFile(file: string): Promise<WakeStore> {
  let ids = 0
  const store = await openWakeStore({
    file,
    newTaskId: () => `t-${String(++ids).padStart(8, "0")}`,
    isGone: () => false,
    thread: builtThread,
  })
  onTestFinished(() => store.close())
  return store
}

function makeFile(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-wake-"))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, "a.db")
}

describe("in a file", () => {
  testStore(() => openFile(makeFile()))
})
describeWith(server, "in PostgreSQL", () => testStore(() => openFile(server.address())))

function testStore(open: () => Promise<WakeStore>): void {
  const pending = (title: string, children: readonly NewTask[] = []): NewTask => ({
    title,
    status: "pending",
    children,
  })

  async function planned() {
    const store = await open()
    const added = await store.addTasks(
      scope,
      [
        {
          ...pending("plan", [pending("one", [pending("one a"), pending("one b")]), pending("two")]),
          status: "active",
        },
      ],
      { at: 1 },
    )
    const id = (title: string) => added?.find((task) => task.title === title)?.id ?? ""
    const current = async (owner?: string) => (await store.place(scope, owner)).current?.title
    const set = (title: string, status: "done" | "active" | "pending" | "cancelled", withChildren = false) =>
      store.changeTask(scope, id(title), { status, at: 2, withChildren })
    return { store, id, current, set }
  }

  test("the current task is the first open leaf, depth first, or a parent whose children are closed", async () => {
    const { current, set } = await planned()
    const places: (string | undefined)[] = [await current()]
    for (const title of ["one a", "one b", "one", "two", "plan"]) {
      await set(title, "done")
      places.push(await current())
    }
    expect(places).toEqual(["one a", "one b", "one", "two", "plan", undefined])
  })

  test("without a started task nothing is current, and the next pending one is named", async () => {
    const { store, set } = await planned()
    await set("plan", "pending")
    const { current, next } = await store.place(scope, undefined)
    expect([current, next?.title]).toEqual([undefined, "one a"])
  })

  test("a task that is assigned to an agent is its current task, even before it is started", async () => {
    const store = await open()
    const added = [
      pending("a"),
      { ...pending("b"), assignee: "backend" },
      { ...pending("c"), assignee: "orchestrator" },
    ]
    await store.addTasks(scope, added, { at: 1 })
    const current = async (owner?: string, agent?: string) => (await store.place(scope, owner, agent)).current?.title
    expect([await current("backend"), await current(undefined, "orchestrator"), await current()]).toEqual([
      "b",
      "c",
      undefined,
    ])
    await store.addTasks(scope, [{ ...pending("d"), status: "active" }], { at: 2 })
    expect([await current("backend"), await current(undefined, "orchestrator")]).toEqual(["b", "d"])
  })

  test("the tree around a top-level task has its siblings, and for an agent only its own", async () => {
    const store = await open()
    const mine = (title: string): NewTask => ({ ...pending(title), assignee: "backend" })
    const added = [
      { ...mine("a"), status: "done" as const },
      { ...mine("b"), status: "active" as const },
      pending("c"),
      mine("d"),
    ]
    await store.addTasks(scope, added, { at: 1 })
    const around = async (owner?: string) => (await store.place(scope, owner)).around.map(({ title }) => title)
    expect([await around(), await around("backend")]).toEqual([
      ["a", "b", "c", "d"],
      ["a", "b", "d"],
    ])
  })

  test("a task below a done task cannot be reopened before that one is", async () => {
    const { id, set, current } = await planned()
    for (const title of ["one a", "one b", "one"]) await set(title, "done")
    expect(await set("one a", "pending")).toEqual({
      kind: "refused",
      why: `the task above it, ${id("one")}, is done, so it cannot become pending`,
    })
    await set("one", "pending")
    await set("one a", "pending")
    expect(await current()).toBe("one a")
  })

  test("an agent's current task is among its own; children belong to the same agent as their parent", async () => {
    const { store, id, current } = await planned()
    await store.changeTask(scope, id("two"), { assignee: "frontend", at: 2 })
    await store.changeTask(scope, id("one"), { assignee: "backend", at: 2 })
    await store.changeTask(scope, id("one b"), { assignee: "reviewer", at: 2 })
    expect([
      await current("frontend"),
      await current("backend"),
      await current("reviewer"),
      await current("nobody"),
    ]).toEqual(["two", "one a", "one b", undefined])
  })

  test("a task with open children cannot be done, unless they are closed with it", async () => {
    const { store, id, set, current } = await planned()
    expect(await set("one", "done")).toEqual({
      kind: "refused",
      why: "2 of its subtasks are open, so it cannot become done",
    })
    await set("one", "done", true)
    expect(await current()).toBe("two")
    expect((await store.tasks(scope, { below: id("one") })).map(({ status }) => status)).toEqual([
      "done",
      "done",
      "done",
    ])
  })

  test("a deleted task takes its subtasks with it, and its order number is not reused", async () => {
    const { store, id, current } = await planned()
    expect(await store.deleteTask(scope, id("one"), 3)).toBe(3)
    expect(await current()).toBe("two")
    const [added] = (await store.addTasks(scope, [pending("three")], { parent: id("plan"), at: 4 })) ?? []
    expect(added?.order).toBe("000001.000003")
    expect(await store.addTasks(scope, [pending("x")], { parent: "t-none", at: 4 })).toBeUndefined()
  })

  test("a large tree is shown around the current task, with counts for the rest", async () => {
    const store = await open()
    const children = Array.from(
      { length: 300 },
      (_, at) => ({ ...pending(`c${at}`), status: at < 100 ? "done" : "pending" }) as const,
    )
    await store.addTasks(scope, [{ title: "plan", status: "active", children }], { at: 1 })
    const { current, around, hidden } = await store.place(scope, undefined)
    expect([current?.title, around.length, hidden]).toEqual([
      "c100",
      13,
      { [around[0]?.id ?? ""]: { open: 192, closed: 96 } },
    ])
  })

  const say = (text: string, key: string, mentions = [to("backend")]) => ({
    ...scope,
    from: "ann",
    text,
    at: 5,
    mentions,
    key,
  })
  const wake = (more: object = {}) => ({
    ...to("backend"),
    trigger: "m1",
    full: false,
    at: 10,
    holder: "a",
    until: 20,
    ...more,
  })

  test("the same key is the same message", async () => {
    const store = await open()
    const first = await store.post(say("hi", "k"))
    expect(await store.post(say("other", "k"))).toEqual({ message: first.message, isNew: false })
    expect((await store.messages(scope)).map(({ text }) => text)).toEqual(["hi"])
  })

  test("messages count as seen when a wake-up is confirmed; until then it is delivered again under its id", async () => {
    const store = await open()
    await store.post(say("one", "k1"))
    const first = await store.beginWake(wake())
    await store.post(say("two", "k2"))
    expect(await store.beginWake(wake({ holder: "b" }))).toEqual({ kind: "busy", until: 20, isSame: true })
    const again = await store.beginWake(wake({ holder: "b", at: 21, until: 30 }))
    const shown = (begun: typeof first) =>
      begun.kind === "recorded" ? [begun.wake.id, ...begun.newMessages.map(({ text }) => text)] : begun.kind
    expect([shown(first), shown(again)]).toEqual([
      [1, "one"],
      [1, "one", "two"],
    ])
    expect(await store.confirmWake(1, { holder: "a", at: 22 })).toBe(false)
    expect(await store.confirmWake(1, { holder: "b", at: 22 })).toBe(true)
    expect(await store.confirmWake(1, { holder: "b", at: 23 })).toBe(false)
    expect(await store.beginWake(wake({ at: 40 }))).toEqual({ kind: "delivered" })
    expect(shown(await store.beginWake(wake({ trigger: "m2", at: 40 })))).toEqual([2])
  })

  test("after compaction everything is delivered again, once", async () => {
    const store = await open()
    await store.post(say("one", "k1"))
    await store.beginWake(wake())
    await store.confirmWake(1, { holder: "a", at: 11 })
    await store.putAgent(to("backend"), { compacted: 12, updated: 12 })
    const begun = await store.beginWake(wake({ trigger: "compact", at: 13 }))
    expect(
      begun.kind === "recorded" && [begun.wake.full, begun.newMessages.length, begun.recent.map(({ text }) => text)],
    ).toEqual([true, 0, ["one"]])
    await store.confirmWake(2, { holder: "a", at: 14 })
    expect((await store.agent(to("backend")))?.told).toBe(12)
    expect(await store.beginWake(wake({ trigger: "next", at: 15, onlyNews: true }))).toEqual({ kind: "nothing" })
  })

  test("pins keep the body they were made with, and are released with their task", async () => {
    const store = await open()
    const pin = { ...to("backend"), skill: "tdd", path: "/s", digest: "d", task: "t-1", reason: "r", pinned: 1 }
    await store.pin(pin, { body: "text\0", compiled: "{}" })
    expect([await store.pins(to("backend")), await store.pinned("d")]).toEqual([
      [pin],
      { body: "text\0", compiled: "{}" },
    ])
    expect(await store.release(to("backend"), { task: "t-1" })).toBe(1)
    expect(await store.pins(to("backend"))).toEqual([])
  })

  test("of very many messages the newest fifty are returned, and the others are counted", async () => {
    const store = await open()
    for (let at = 1; at <= 53; at++) await store.post(say(`note ${at}`, `k${at}`))
    const begun = await store.beginWake(wake())
    const [first] = begun.kind === "recorded" ? begun.newMessages : []
    expect(begun).toMatchObject({ kind: "recorded", older: 3 })
    expect(first?.text).toBe("note 4")
  })
}
