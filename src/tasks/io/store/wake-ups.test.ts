import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, describe, expect, onTestFinished, test } from "vitest"
import { describeWith } from "../../../../test/needs.ts"
import { builtThread } from "../../../../test/postgres/build-postgres-thread.ts"
import { startPostgres } from "../../../../test/postgres/start-postgres.ts"
import type { WakeBegun, WakeStore } from "../../store.ts"
import { openDatabase, readFileVersion } from "../../../system/database/open-database.ts"
import { openWakeStore } from "./open-wake-store.ts"

const scope = { project: "/p", branch: "main" }
const lead = { ...scope, agent: "orchestrator" }

function place(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-wake-ups-"))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, "a.db")
}

const server = await startPostgres()
afterAll(() => server.close())

async function open(file: string, gone: readonly string[] = []): Promise<WakeStore> {
  const store = await openWakeStore({
    file,
    newTaskId: () => "t-00000001",
    isGone: (holder) => gone.includes(holder),
    thread: builtThread,
  })
  onTestFinished(() => store.close())
  return store
}

const post = (store: WakeStore, text: string) =>
  store.post({ ...scope, from: "ann", text, at: 1, mentions: [lead], key: text })
/** A wake-up whose trigger and process are named after its receiver, unless others are given. */
const wake = (session: string | undefined, more: object = {}) => {
  const name = session ?? "itself"
  return { ...lead, session, trigger: name, full: false, at: 10, holder: name, until: 1000, ...more }
}
const shown = (begun: WakeBegun) =>
  begun.kind === "recorded" ? [begun.wake.full, ...begun.newMessages.map(({ text }) => text)] : begun.kind

describe("in a file", () => {
  testWakes(place)
})
describeWith(server, "in PostgreSQL", () => testWakes(() => server.address()))

function testWakes(choose: () => string): void {
  test("sessions do not exclude each other; a message goes to one of them", async () => {
    const store = await open(choose())
    await post(store, "hi")
    const begun = []
    for (const session of ["s1", "s2", "s3"]) begun.push(shown(await store.beginWake(wake(session, { full: true }))))
    expect(begun).toEqual([[true, "hi"], [true], [true]])
    await store.confirmWake(2, { holder: "s2", at: 11 })
    expect((await store.agent(lead))?.seen).toBe(0)
    await store.confirmWake(1, { holder: "s1", at: 11 })
    expect((await store.agent(lead))?.seen).toBe(1)
  })

  test("earlier messages that others wrote to others are only for the orchestrator", async () => {
    const store = await open(choose())
    const say = (from: string, text: string, ...to: readonly string[]) =>
      store.post({ ...scope, from, text, at: 1, key: text, mentions: to.map((agent) => ({ ...scope, agent })) })
    await say("ann", "all")
    await say("ann", "theirs", "frontend")
    await say("backend", "mine", "frontend")
    const readRecent = async (agent: string) => {
      const begun = await store.beginWake(wake(undefined, { agent, full: true }))
      return begun.kind === "recorded" ? begun.recent.map(({ text }) => text) : begun.kind
    }
    expect([await readRecent("backend"), await readRecent("orchestrator")]).toEqual([
      ["all", "mine"],
      ["all", "theirs", "mine"],
    ])
  })

  test("a message whose wake-up was never confirmed goes to the next session, and not to the first one again", async () => {
    const store = await open(choose(), ["s1"])
    await post(store, "hi")
    await store.beginWake(wake("s1"))
    expect(shown(await store.beginWake(wake("s2")))).toEqual([false, "hi"])
    await post(store, "more")
    await store.confirmWake(2, { holder: "s2", at: 12 })
    expect(shown(await store.beginWake(wake("s1", { trigger: "t2" })))).toEqual([false, "more"])
  })

  test("an agent itself is not woken while a session gets its messages, and is told so", async () => {
    const store = await open(choose())
    await post(store, "hi")
    await store.beginWake(wake("s1"))
    expect(await store.beginWake(wake(undefined))).toEqual({ kind: "busy", until: 1000, isSame: false })
    expect(await store.beginWake(wake("s1", { holder: "twice" }))).toEqual({ kind: "busy", until: 1000, isSame: true })
    expect(await store.beginWake(wake("s2", { onlyNews: true }))).toEqual({ kind: "nothing" })
  })

  test("a session that was compacted gets everything, and the others of the same agent do not", async () => {
    const store = await open(choose())
    const session = { agent: "orchestrator", updated: 5 }
    await store.changeSession("s1", () => ({ ...session, compacted: 5 }))
    await store.changeSession("s2", () => session)
    const news = { onlyNews: true }
    expect(shown(await store.beginWake(wake("s2", news)))).toBe("nothing")
    expect(shown(await store.beginWake(wake("s1", news)))).toEqual([true])
    expect((await store.session("s1"))?.told).toBeUndefined()
    await store.confirmWake(1, { holder: "s1", at: 11 })
    expect(await store.session("s1")).toEqual({ ...session, session: "s1", compacted: 5, told: 5, updated: 11 })
    expect(shown(await store.beginWake(wake("s1", { ...news, trigger: "t2" })))).toBe("nothing")
  })

  test("a wake-up that is delivered again tells what was compacted before that, and not what was compacted since", async () => {
    const store = await open(choose(), ["s1"])
    const put = (at: number) => store.changeSession("s1", () => ({ agent: "orchestrator", compacted: at, updated: at }))
    await store.beginWake(wake("s1"))
    await put(20)
    const again = (at: number) =>
      wake("s1", { onlyNews: true, trigger: `t${at}`, holder: `h${at}`, at, until: at + 100 })
    expect(shown(await store.beginWake(again(21)))).toEqual([true])
    await store.confirmWake(1, { holder: "h21", at: 22 })
    expect((await store.session("s1"))?.told).toBe(20)
    await put(30)
    await store.beginWake(again(31))
    await put(32)
    await store.confirmWake(2, { holder: "h31", at: 33 })
    expect(shown(await store.beginWake(again(40)))).toEqual([true])
  })

  test("what is known of a session is decided on in its transaction; what is left out stays as it is", async () => {
    const store = await open(choose())
    await store.changeSession("s1", (known) => {
      expect(known).toBeUndefined()
      return { agent: "orchestrator", compacted: 5, began: 5, updated: 5 }
    })
    await store.changeSession("s1", (known) => {
      expect(known).toMatchObject({ compacted: 5, began: 5 })
      return undefined
    })
    await store.changeSession("s1", () => ({ agent: "june", began: 7, updated: 8 }))
    expect(await store.session("s1")).toEqual({ session: "s1", agent: "june", compacted: 5, began: 5, updated: 8 })
  })

  test("an open wake-up of a session is full again only if the session still lacks something", async () => {
    const store = await open(choose(), ["s1", "late"])
    const lacks = { agent: "orchestrator", compacted: 5, updated: 5 }
    await store.changeSession("s1", () => lacks)
    await store.beginWake(wake("s1", { full: true }))
    expect(shown(await store.beginWake(wake("s1", { trigger: "t2", holder: "h2" })))).toEqual([true])
    await store.confirmWake(1, { holder: "h2", at: 11 })
    await store.beginWake(wake("s1", { trigger: "t3", holder: "late", full: true }))
    expect(shown(await store.beginWake(wake("s1", { trigger: "t4", onlyNews: true })))).toBe("nothing")
  })

  test("messages that were taken over count as seen if the first process delivered them after all", async () => {
    const store = await open(choose())
    await post(store, "hi")
    await store.beginWake(wake("s1"))
    expect(shown(await store.beginWake(wake("s2", { at: 2000, until: 3000 })))).toEqual([false, "hi"])
    expect(await store.confirmWake(1, { holder: "s1", at: 2001 })).toBe(true)
    expect((await store.agent(lead))?.seen).toBe(1)
  })

  test("a sub-agent has a wake-up of its own, without messages, and nothing of the session is told by it", async () => {
    const store = await open(choose())
    await post(store, "hi")
    await store.changeSession("s1", () => ({ agent: "orchestrator", compacted: 5, updated: 5 }))
    const begun = await store.beginWake(wake("s1", { subAgent: "a1", trigger: "a1", full: true }))
    expect(shown(begun)).toEqual([true])
    expect(shown(await store.beginWake(wake("s1", { subAgent: "a2", trigger: "a2", full: true })))).toEqual([true])
    await store.confirmWake(1, { holder: "s1", at: 11 })
    expect([(await store.agent(lead))?.seen, (await store.session("s1"))?.told]).toEqual([0, undefined])
    expect(shown(await store.beginWake(wake("s1")))).toEqual([true, "hi"])
    const events = (await store.events(scope)).filter(({ kind }) => kind === "woken")
    expect(events.map(({ data }) => data)).toEqual([
      '{"wake":1,"trigger":"a1","full":true,"upTo":0,"session":"s1","subAgent":"a1"}',
    ])
  })

  test("a process may begin its own wake-up again, and any process one whose time is over", async () => {
    const store = await open(choose())
    await post(store, "hi")
    const own = wake("s1", { trigger: "t1" })
    expect([shown(await store.beginWake(own)), shown(await store.beginWake(own))]).toEqual([
      [false, "hi"],
      [false, "hi"],
    ])
    expect(shown(await store.beginWake(wake("s1", { holder: "other", at: 999 })))).toBe("busy")
    expect(shown(await store.beginWake(wake("s1", { holder: "other", at: 1000, until: 2000 })))).toEqual([false, "hi"])
  })

  test("messages that were taken over belong to the second process, and no third one gets them", async () => {
    const store = await open(choose())
    await post(store, "hi")
    await store.beginWake(wake("s1"))
    expect(shown(await store.beginWake(wake("s2", { at: 1000, until: 3000 })))).toEqual([false, "hi"])
    expect(shown(await store.beginWake(wake("s3", { at: 1000, until: 3000 })))).toEqual([false])
  })

  test("messages that were delivered after all keep nobody waiting", async () => {
    const store = await open(choose())
    await post(store, "hi")
    await store.beginWake(wake("s1"))
    await store.beginWake(wake("s2", { at: 1000, until: 3000 }))
    await store.confirmWake(1, { holder: "s1", at: 1001 })
    expect(shown(await store.beginWake(wake(undefined, { at: 1002 })))).toEqual([false])
  })

  test("an agent that was to get everything still gets it if the first process is gone, with the time of the first", async () => {
    const store = await open(choose(), ["itself"])
    await store.beginWake(wake(undefined, { full: true }))
    const again = await store.beginWake(wake(undefined, { trigger: "t2", holder: "h2", at: 20 }))
    expect(again).toMatchObject({ kind: "recorded", wake: { full: true, recorded: 10 } })
    await store.confirmWake(1, { holder: "h2", at: 21 })
    await store.beginWake(wake(undefined, { trigger: "t3", at: 30 }))
    const news = await store.beginWake(wake(undefined, { trigger: "t4", holder: "h4", at: 40 }))
    expect(news).toMatchObject({ kind: "recorded", wake: { full: false, recorded: 30 } })
  })

  test("a sub-agent gets everything only if it is to, whatever its session lacks", async () => {
    const store = await open(choose())
    await store.changeSession("s1", () => ({ agent: "orchestrator", compacted: 5, updated: 5 }))
    expect(shown(await store.beginWake(wake("s1", { subAgent: "a1", trigger: "a1" })))).toEqual([false])
  })

  test("a session that asks only for news gets it", async () => {
    const store = await open(choose())
    await post(store, "hi")
    const begun = await store.beginWake(wake("s1", { onlyNews: true }))
    expect(begun).toMatchObject({ kind: "recorded", older: 0, recent: [] })
    expect(shown(begun)).toEqual([false, "hi"])
  })

  test("everything includes the last ten messages that are not new, for the agent and not for a sub-agent", async () => {
    const store = await open(choose())
    for (let nth = 1; nth <= 12; nth++) await post(store, `old ${nth}`)
    await store.beginWake(wake("s1"))
    await store.confirmWake(1, { holder: "s1", at: 11 })
    await post(store, "new 1")
    await post(store, "new 2")
    const recent = async (more: object) => {
      const begun = await store.beginWake(wake("s1", more))
      return begun.kind === "recorded" ? begun.recent.map(({ text }) => text) : begun.kind
    }
    const full = { full: true, trigger: "t2" }
    expect(await recent(full)).toEqual(Array.from({ length: 10 }, (_, at) => `old ${at + 3}`))
    expect(await recent({ full: true, trigger: "a1", subAgent: "a1" })).toEqual([])
    expect(await recent({ trigger: "a2", subAgent: "a2" })).toEqual([])
  })

  test("only a wake-up with everything covers a compaction, and only one that was not later than its beginning", async () => {
    const store = await open(choose())
    const put = (session: string, compacted: number) =>
      store.changeSession(session, () => ({ agent: "orchestrator", compacted, updated: compacted }))
    await post(store, "hi")
    await store.beginWake(wake("s1"))
    await put("s1", 9)
    await store.confirmWake(1, { holder: "s1", at: 11 })
    expect((await store.session("s1"))?.told).toBeUndefined()
    await put("s2", 10)
    await store.beginWake(wake("s2"))
    await store.confirmWake(2, { holder: "s2", at: 11 })
    expect((await store.session("s2"))?.told).toBe(10)
  })

  test("an agent that was compacted while it was woken has not received everything since", async () => {
    const store = await open(choose())
    await store.putAgent(lead, { compacted: 5, updated: 5 })
    await store.beginWake(wake(undefined))
    await store.putAgent(lead, { compacted: 20, updated: 20 })
    await store.confirmWake(1, { holder: "itself", at: 21 })
    expect((await store.agent(lead))?.told).toBeUndefined()
    await store.beginWake(wake(undefined, { trigger: "t2", at: 30 }))
    await store.confirmWake(2, { holder: "itself", at: 31 })
    expect(await store.agent(lead)).toMatchObject({ compacted: 20, told: 20, updated: 31 })
  })
}

/** Takes back what versions 3 and 4 added. */
const DOWNGRADE = `
DROP TABLE schemas; DROP TABLE sessions; DROP INDEX wakes_open; ALTER TABLE wakes DROP COLUMN session; ALTER TABLE wakes DROP COLUMN
sub_agent; ALTER TABLE wakes DROP COLUMN inbox; ALTER TABLE wakes DROP COLUMN begun;
CREATE INDEX wakes_open ON wakes (project, branch, agent) WHERE delivered IS NULL; PRAGMA user_version = 2`

test("a file of version 2 keeps its open wake-up, its messages and what its sessions were told", async () => {
  const file = place()
  const old = await open(file)
  await post(old, "hi")
  await old.putAgent(lead, { session: "s1", compacted: 5, updated: 5 })
  await old.beginWake(wake(undefined, { holder: "gone" }))
  const database = openDatabase(file, 0)
  database.exec(DOWNGRADE)
  expect(readFileVersion(database)).toBe(2)
  database.close()
  const store = await open(file, ["gone"])
  expect(await store.session("s1")).toEqual({ session: "s1", agent: "orchestrator", compacted: 5, updated: 5 })
  expect(shown(await store.beginWake(wake("s1")))).toEqual([true, "hi"])
  const again = await store.beginWake(wake(undefined, { trigger: "t2", at: 2000, until: 3000 }))
  expect(again.kind === "recorded" && again.wake.id).toBe(1)
})
