import { spawn } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test, vi } from "vitest"
import { openHistory } from "../../history.ts"
import {
  makeAskChange,
  change,
  commitNewRun,
  loadExistingRun,
  makeDigest,
  makeKeepChange,
  makeItemKey,
  makeNextCommit,
  makeItemRef,
} from "../../../testing/run-store/samples.ts"
import { commitRuns } from "./commit-runs.ts"
import { type Database, openDatabase, readFileVersion } from "../../../system/database/open-database.ts"
import { openArtifacts } from "./artifacts.ts"
import { isGone, makeWorkerName } from "../../../system/database/worker.ts"
import { loadRun } from "./load-run.ts"
import { openRunStore } from "./open-run-store.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "run-store-faults-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))
const newFile = () => path.join(fs.mkdtempSync(path.join(folder, "case-")), "data", "skillet.db")

async function filled(): Promise<string> {
  const file = newFile()
  const store = openRunStore({ file })
  await commitNewRun(store, "r1", makeKeepChange(makeItemRef("plan")))
  await store.close()
  return file
}

/** A commit through a connection that was tampered with. */
function commitOver(database: Database, text: string) {
  const { file } = database
  const tools = {
    file,
    database,
    artifacts: openArtifacts(file),
    known: new Map(),
    fail: undefined,
    committed: () => {},
  }
  const run = loadRun(tools, { run: "r1" })!.run
  return commitRuns(tools, { runs: [makeNextCommit(run, [makeKeepChange(makeItemRef("build"), { text })])] })
}

test("only the user can access the database and its directory", async () => {
  const file = await filled()
  const modes = [path.dirname(file), file, `${file}-mark`].map((name) => (fs.statSync(name).mode & 0o777).toString(8))
  expect(modes).toEqual(["700", "600", "600"])
})

test("a commit is on the disk when it returns", async () => {
  const database = openDatabase(await filled(), 0)
  const settings = ["synchronous", "journal_mode"].map((name) => String(database.first(`PRAGMA ${name}`)?.[0]))
  expect(settings).toEqual(["2", "wal"])
})

test.each([
  [99, "store.newer", "use the newer Skillet that wrote it; `skillet --version` prints yours"],
  [1, "store.older", "move FILE to another directory; Skillet then starts anew"],
  [-1, "store.older", "move FILE to another directory; Skillet then starts anew"],
])("a file of version %i is left alone, and the error says what to do", async (version, code, next) => {
  const file = await filled()
  const database = openDatabase(file, 0)
  database.exec(`PRAGMA user_version = ${version}`)
  const before = database.all("SELECT * FROM runs")
  expect(() => openRunStore({ file })).toThrow(
    expect.objectContaining({
      code,
      retry: "no",
      message: `${file} has version ${version}, which this Skillet cannot read (it writes version 4)`,
      next: next.replace("FILE", file),
    }),
  )
  expect([readFileVersion(database), database.all("SELECT * FROM runs")]).toEqual([version, before])
})

test("a full disk is reported, changes nothing, and free space helps", async () => {
  const database = openDatabase(await filled(), 0)
  database.first(`PRAGMA max_page_count = ${Number(database.first("PRAGMA page_count")?.[0]) + 1}`)
  expect(() => commitOver(database, "x".repeat(100_000))).toThrow(
    expect.objectContaining({ code: "store.full", retry: "later" }),
  )
  database.first("PRAGMA max_page_count = 100000")
  expect(commitOver(database, "x".repeat(100_000))).toEqual({ kind: "committed" })
})

test("a store that cannot be written says so", async () => {
  const database = openDatabase(await filled(), 0)
  database.exec("PRAGMA query_only = ON")
  expect(() => commitOver(database, "x")).toThrow(expect.objectContaining({ code: "store.read-only" }))
})

test("a path through a file and a file that is not a database give different errors", () => {
  const blocked = path.join(folder, "a-file")
  fs.writeFileSync(blocked, "not a database, though long enough to be read as one".repeat(100))
  expect(() => openRunStore({ file: path.join(blocked, "skillet.db") })).toThrow(
    expect.objectContaining({ code: "store.io" }),
  )
  expect(() => openRunStore({ file: blocked })).toThrow(expect.objectContaining({ code: "store.damaged" }))
  expect(() => openRunStore({ file: folder })).toThrow(expect.objectContaining({ code: "store.io" }))
})

test("a new store waits while another process begins to write the empty file", async () => {
  const file = path.join(fs.mkdtempSync(path.join(folder, "case-")), "skillet.db")
  const begins = `
    const Connection = require("libsql")
    const connection = new Connection(process.argv[1])
    connection.exec("BEGIN IMMEDIATE")
    process.stdout.write("begun")
    setTimeout(() => connection.exec("COMMIT"), 300)`
  const child = spawn(process.execPath, ["-e", begins, file], { stdio: ["ignore", "pipe", "inherit"] })
  const ended = once(child, "close")
  await once(child.stdout, "data")
  const store = openRunStore({ file })
  await commitNewRun(store, "r1")
  expect((await store.runs()).map(({ id }) => id)).toEqual(["r1"])
  await ended
})

test("a store another process writes to for too long is busy, and free again afterwards", async () => {
  const file = await filled()
  const other = openDatabase(file, 0)
  const store = openRunStore({ file, busyMilliseconds: 20 })
  const commit = { runs: [makeNextCommit(await loadExistingRun(store, "r1"), [], { step: "test" })] }
  other.exec("BEGIN IMMEDIATE")
  await expect(store.commit(commit)).rejects.toMatchObject({ code: "store.busy", retry: "later" })
  expect((await loadExistingRun(store, "r1")).step).toBe("build")
  other.exec("ROLLBACK")
  expect(await store.commit(commit)).toEqual({ kind: "committed" })
})

test("a large text whose file is missing or changed is never another text", async () => {
  const file = await filled()
  const store = openRunStore({ file })
  const large = "large".repeat(100_000)
  const { text } = openHistory(store)
  await change(store, "r1", makeKeepChange(makeItemRef("build"), { text: large }))
  const artifacts = fs.readdirSync(path.join(path.dirname(file), "artifacts"), { recursive: true, encoding: "utf8" })
  const artifact = path.join(path.dirname(file), "artifacts", artifacts.find((name) => name.includes("/"))!)
  expect([await text(makeItemKey("r1", "build")), fs.statSync(artifact).mode & 0o777]).toEqual([large, 0o600])
  fs.writeFileSync(artifact, large.replace("l", "L"))
  await expect(text(makeItemKey("r1", "build"))).rejects.toMatchObject({ code: "store.damaged" })
  fs.rmSync(artifact)
  await expect(text(makeItemKey("r1", "build"))).rejects.toMatchObject({ code: "store.damaged" })
})

test("a large prompt is in a file, and not in the row as well", async () => {
  const file = await filled()
  const store = openRunStore({ file })
  const ask = { kind: "prompt", prompt: "large".repeat(100_000) } as const
  await change(store, "r1", makeAskChange(makeItemRef("build"), { ask, agent: "", tries: 3 }))
  const cells = openDatabase(file, 0).first("SELECT length(CAST(request AS BLOB)) FROM items WHERE step = 'build'")
  expect(cells).toEqual([33])
  expect((await openHistory(store).dispatch(makeItemKey("r1", "build")))?.ask).toEqual(ask)
})

test("a commit that fails half-way leaves nothing, and the next one is accepted", async () => {
  const file = await filled()
  for (const point of ["before:commit:1=throw", "during:commit:1=throw"]) {
    vi.stubEnv("SKILLET_FAILPOINT", point)
    const store = openRunStore({ file })
    vi.unstubAllEnvs()
    const run = await loadExistingRun(store, "r1")
    const runs = [makeNextCommit(run, [makeKeepChange(makeItemRef("other"))], { step: "other" })]
    const commit = { runs, definitions: [{ hash: makeDigest("d"), json: "{}" }] }
    await expect(store.commit(commit)).rejects.toThrow(point)
    expect(await loadExistingRun(store, "r1")).toEqual(run)
    expect([await openHistory(store).results("r1", "other", 1), await store.definition(makeDigest("d"))]).toEqual([
      [],
      undefined,
    ])
    expect(await store.commit({ runs: [makeNextCommit(run)] })).toEqual({ kind: "committed" })
  }
})

test("a failpoint that cannot be read is not ignored", () => {
  vi.stubEnv("SKILLET_FAILPOINT", "somewhere")
  expect(() => openRunStore({ file: newFile() })).toThrow("SKILLET_FAILPOINT")
  vi.unstubAllEnvs()
})

test("changing the time of day by a day ends no lease, and restarting the machine ends all", async () => {
  const file = newFile()
  const store = openRunStore({ file })
  await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan")))
  const wanted = { worker: "w", leaseMilliseconds: 60_000 }
  expect((await store.claim(wanted))?.lease.epoch).toBe(1)
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 })
  expect(await store.claim(wanted)).toBeUndefined()
  vi.useRealTimers()
  const anew = openRunStore({ file, leaseClock: { boot: "another", now: () => 5 } })
  expect((await anew.claim(wanted))?.lease.epoch).toBe(2)
})

test("if the system does not identify its boots, a lease that lasts too long belongs to another boot", async () => {
  const file = newFile()
  const store = openRunStore({ file, leaseClock: { boot: "-", now: () => 9_000_000 } })
  await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan")))
  await store.claim({ worker: "w", leaseMilliseconds: 60_000 })
  const anew = openRunStore({ file, leaseClock: { boot: "-", now: () => 1000 } })
  expect((await anew.claim({ worker: "w", leaseMilliseconds: 1000 }))?.lease.epoch).toBe(2)
})

test("a worker is gone when its process is, and nothing is known about one on another machine", () => {
  const own = makeWorkerName("w")
  const [head, numbers, , start] = own.split("/")
  expect(isGone(own)).toBe(false)
  expect(isGone([head, numbers, process.pid, Number(start) - 1].join("/"))).toBe(true)
  expect(isGone([head, numbers, 4_000_000, start].join("/"))).toBe(true)
  expect(isGone(["w@elsewhere", numbers, 4_000_000, start].join("/"))).toBe(false)
  expect(isGone([head, "1", 4_000_000, start].join("/"))).toBe(false)
  expect(isGone("somebody")).toBe(false)
})

test("what a process worked on that is gone can be claimed at once, and what one works on that is there cannot", async () => {
  const file = newFile()
  const store = openRunStore({ file, leaseClock: { boot: "this", now: () => 1000 } })
  await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan", "a")), makeAskChange(makeItemRef("fan", "b")))
  const own = makeWorkerName("w")
  const [head, numbers, , start] = own.split("/")
  const claim = async (worker: string) => (await store.claim({ worker, leaseMilliseconds: 60_000 }))?.lease
  expect(await claim(own)).toMatchObject({ key: { item: "a" }, epoch: 1 })
  expect(await claim([head, numbers, 4_000_000, start].join("/"))).toMatchObject({ key: { item: "b" }, epoch: 1 })
  expect(await claim("other")).toMatchObject({ key: { item: "b" }, epoch: 2 })
  expect(await claim("third")).toBeUndefined()
})

test("a dispatch that is missing from the queue is put back when the file is opened, and one that does not belong there is removed", async () => {
  const file = newFile()
  const store = openRunStore({ file })
  await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan", "a")), makeAskChange(makeItemRef("fan", "b")))
  await commitNewRun(store, "r2", makeAskChange(makeItemRef("fan")))
  await store.commit({ runs: [makeNextCommit(await loadExistingRun(store, "r2"), [], { status: "cancelled" })] })
  openDatabase(file, 0).exec("UPDATE items SET place = NULL WHERE item = 'a'")
  expect((await store.queued("r1")).map(({ item }) => item)).toEqual(["b"])
  const repairs: unknown[] = []
  const again = openRunStore({ file, onRepair: (made) => repairs.push(...made) })
  expect(repairs).toEqual([
    { key: "r1/fan/1/a", what: "added" },
    { key: "r2/fan/1/-", what: "removed" },
  ])
  expect((await again.queued("r1")).map(({ item }) => item)).toEqual(["b", "a"])
  expect(await again.queued("r2")).toEqual([])
  openRunStore({ file, onRepair: (made) => repairs.push(...made) })
  expect(repairs).toHaveLength(2)
})

test("a request is read once while its bytes stay the same, and one that was changed behind our back is noticed", async () => {
  const file = newFile()
  const store = openRunStore({ file })
  await commitNewRun(store, "r1", makeAskChange(makeItemRef("plan")))
  await store.close()
  const database = openDatabase(file, 0)
  const artifacts = openArtifacts(file)
  const text = vi.spyOn(artifacts, "text")
  const load = () =>
    loadRun({ file, database, artifacts, known: new Map() }, { run: "r1", items: { step: "plan", round: 1 } })

  const [first] = load()!.items
  const readings = text.mock.calls.length
  expect(load()!.items).toEqual([first])
  // The run's start is read again, its request is not.
  expect([readings, text.mock.calls.length]).toEqual([2, 3])

  database.write("UPDATE items SET request = replace(request, 'quality', 'Quality') || ' '", [])
  expect(load).toThrow(expect.objectContaining({ code: "store.damaged" }))
  database.close()
})
