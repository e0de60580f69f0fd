import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { openDatabase } from "../../system/database/open-database.ts"
import { pruneRuns } from "../../run/io/store/prune-runs.ts"
import { applyEvent } from "../../run/apply-event.ts"
import { openHistory } from "../../run/history.ts"
import { startRun } from "../../run/advance/start-run.ts"
import { defineWorkflow, doStep } from "../../workflow/define-workflow.ts"
import { openRuns } from "../../run/io/open-runs.ts"
import { openTaskTables } from "../../tasks/io/store/open-wake-store.ts"
import { pruneState } from "./prune-state.ts"
import { showState } from "./show-state.ts"

const workflow = defineWorkflow({
  name: "small",
  start: "work",
  steps: [
    doStep({ id: "work", title: "Work", next: { ok: "more" } }),
    doStep({ id: "more", title: "More", next: { ok: "end" } }),
  ],
})

const DAY = 24 * 3_600_000
const long = (letter: string) => letter.repeat(300_000)

/** One run that ended, and one that is still running with the same text and one of its own; both are old. */
async function machine() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "prune-")))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const cwd = path.join(folder, "project")
  fs.mkdirSync(cwd)
  const env = { HOME: folder, SKILLET_DB: path.join(folder, "data", "skillet.db") }
  const then = Date.now() - 40 * DAY
  const runs = await openRuns({ env, cwd }, { now: () => then })
  const start = (id: string) =>
    startRun(runs.engine, workflow, { id, params: {}, project: cwd, branch: "", directory: cwd })
  const report = (id: string, step: string, text: string) =>
    applyEvent(runs.engine, id, {
      kind: "report",
      at: then,
      item: { step, round: 1, item: "-" },
      outcome: "ok",
      text,
      by: "test",
    })
  for (const id of ["r-ended", "r-going"]) await start(id)
  await report("r-ended", "work", long("a"))
  await report("r-ended", "more", long("b"))
  await report("r-going", "work", long("a"))
  await runs.close()
  const places = ["data/agents/transcripts/r-ended", "project/.skillet/out/r-ended", "project/.skillet/out/r-going"]
  for (const at of places) {
    fs.mkdirSync(path.join(folder, at), { recursive: true })
    fs.writeFileSync(path.join(folder, at, "x.md"), "x")
  }
  const artifacts = path.join(folder, "data", "artifacts")
  for (const name of fs.readdirSync(artifacts, { recursive: true, encoding: "utf8" }))
    fs.utimesSync(path.join(artifacts, name), new Date(then), new Date(then))
  const isThere = (at: string) => fs.existsSync(path.join(folder, at))
  return { env, cwd, places, isThere }
}

test("runs that ended long ago are removed with their texts and files, and a running one keeps everything", async () => {
  const { env, places, isThere } = await machine()
  const how = { olderThan: 30 * DAY, isDryRun: false }
  expect((await pruneState({ env }, { olderThan: 50 * DAY, isDryRun: false })).runs).toEqual([])
  expect((await pruneState({ env }, { ...how, isDryRun: true })).runs).toEqual(["r-ended"])
  expect((await showState({ env })).runs).toEqual({ all: 2, running: 1 })

  const pruned = await pruneState({ env }, how)
  expect(pruned).toMatchObject({ runs: ["r-ended"], needed: 0, files: 2 })
  expect(pruned.bytes).toBeGreaterThan(300_000)
  expect(places.map(isThere)).toEqual([false, false, true])

  const runs = await openRuns({ env })
  const history = openHistory(runs.engine.store)
  expect(await history.text({ run: "r-going", step: "work", round: 1, item: "-" })).toBe(long("a"))
  expect((await runs.engine.store.runs()).map(({ id }) => id)).toEqual(["r-going"])
  await runs.close()
  const { kinds } = await showState({ env })
  expect(kinds.find(({ kind }) => kind === "texts")).toMatchObject({ files: 1 })
})

test("old raw output goes with the transcripts of its run; of spawned agents only the raw output goes", async () => {
  const { env, isThere } = await machine()
  const transcripts = path.join(path.dirname(env.SKILLET_DB), "agents", "transcripts")
  const then = new Date(Date.now() - 40 * DAY)
  const add = (name: string, at: Date) => {
    fs.mkdirSync(path.dirname(path.join(transcripts, name)), { recursive: true })
    fs.writeFileSync(path.join(transcripts, name), "{}\n")
    fs.utimesSync(path.join(transcripts, name), at, at)
  }
  const names = ["turn.1.0.jsonl", "turn.1.0.raw.jsonl", "turn.2.0.raw.jsonl"].map((name) => `agent-login-bqxm/${name}`)
  for (const name of [...names.slice(0, 2), "r-ended/work.1.0.raw.jsonl"]) add(name, then)
  add("agent-login-bqxm/turn.2.0.raw.jsonl", new Date())
  const how = { olderThan: 30 * DAY, isDryRun: false }
  expect((await pruneState({ env }, { ...how, isDryRun: true })).files).toBe(4)
  expect(names.map((name) => isThere(`data/agents/transcripts/${name}`))).toEqual([true, true, true])
  expect((await pruneState({ env }, how)).files).toBe(4)
  expect(names.map((name) => isThere(`data/agents/transcripts/${name}`))).toEqual([true, false, true])
  expect(isThere("data/agents/transcripts/r-ended")).toBe(false)
})

test("a large text that was used a moment ago is kept, even if nothing refers to it yet", async () => {
  const { env } = await machine()
  const runs = await openRuns({ env })
  await applyEvent(runs.engine, "r-going", {
    kind: "report",
    at: Date.now(),
    item: { step: "more", round: 1, item: "-" },
    outcome: "ok",
    text: long("b"),
    by: "test",
  })
  await runs.close()
  await pruneState({ env }, { olderThan: 30 * DAY, isDryRun: false })
  expect((await showState({ env })).kinds.find(({ kind }) => kind === "texts")).toMatchObject({ files: 2 })
})

test("a fork keeps the run whose answers it uses: after a prune it continues, and takes over the rest", async () => {
  const { env, cwd } = await machine()
  const runs = await openRuns({ env, cwd })
  const how = { params: {}, project: cwd, branch: "", directory: cwd, source: "r-ended", renew: ["work"] }
  await startRun(runs.engine, workflow, { id: "r-fork", ...how })
  expect(await pruneState({ env }, { olderThan: 30 * DAY, isDryRun: false })).toMatchObject({ runs: [], needed: 1 })

  const item = { step: "work", round: 1, item: "-" }
  await applyEvent(runs.engine, "r-fork", {
    kind: "report",
    at: Date.now(),
    item,
    outcome: "ok",
    text: "x",
    by: "test",
  })
  const { store } = runs.engine
  expect((await store.load({ run: "r-fork" }))?.run.status).toBe("done")
  expect(await openHistory(store).text({ run: "r-fork", step: "more", round: 1, item: "-" })).toBe(long("b"))
  await runs.close()
})

test("what is removed is decided while no other process can begin a run", async () => {
  const { env } = await machine()
  const other = openDatabase(env.SKILLET_DB, 0)
  const begins = () => other.transaction(() => ({ result: "begun", keep: false }))
  expect(begins()).toBe("begun")
  const plan = () => {
    expect(begins).toThrow(expect.objectContaining({ code: "store.busy" }))
    return { remove: [] }
  }
  pruneRuns(env.SKILLET_DB, plan, { readNamed: () => new Set(), now: Date.now() })
  other.close()
  expect.assertions(2)
})

test("a file with tables of tasks alone has no runs to remove", async () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "prune-")))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const env = { HOME: folder, SKILLET_DB: path.join(folder, "skillet.db") }
  const tasks = await openTaskTables(env.SKILLET_DB)
  tasks.close()
  for (const isDryRun of [true, false])
    expect(await pruneState({ env }, { olderThan: DAY, isDryRun })).toEqual({
      runs: [],
      messages: 0,
      needed: 0,
      sessions: 0,
      files: 0,
      bytes: 0,
    })
})

test("nothing is removed if tasks that may need a run cannot be read", async () => {
  const { env } = await machine()
  const tasks = await openTaskTables(env.SKILLET_DB)
  tasks.exec("UPDATE schemas SET version = 99 WHERE subject = 'tasks'")
  await expect(pruneState({ env }, { olderThan: 30 * DAY, isDryRun: false })).rejects.toMatchObject({
    code: "store.newer",
  })
  expect(tasks.first("SELECT count(*) FROM runs")).toEqual([2])
  tasks.close()
})

test("sessions of hosts are forgotten when nothing was recorded in them for that long", async () => {
  const { env } = await machine()
  const database = await openTaskTables(env.SKILLET_DB)
  const now = Date.now()
  for (const [session, updated] of [
    ["old", now - 40 * DAY],
    ["woken", now - 40 * DAY],
    ["new", now],
  ] as const)
    database.write("INSERT INTO sessions (session, agent, updated) VALUES (?, 'orchestrator', ?)", [session, updated])
  database.write("INSERT INTO wakes (session, recorded, delivered) VALUES ('woken', ?, ?)", [now - DAY, now - DAY])
  const left = () => database.all("SELECT session FROM sessions ORDER BY session").map(([name]) => String(name))
  const prune = async (isDryRun: boolean) => (await pruneState({ env }, { olderThan: 30 * DAY, isDryRun })).sessions
  expect([await prune(true), left()]).toEqual([1, ["new", "old", "woken"]])
  expect([await prune(false), left()]).toEqual([1, ["new", "woken"]])
  database.close()
})
