import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { build } from "tsdown"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { openRunStore } from "../src/run/io/store/open-run-store.ts"
import { openHistory } from "../src/run/history.ts"
import {
  makeAskChange,
  commitNewRun,
  loadExistingRun,
  makeItemKey,
  makeItemRef,
} from "../src/testing/run-store/samples.ts"
import type { ChildAct } from "./run-store/child.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "run-store-processes-"))
/** Inside the project, so that packages are found from it. */
const built = path.resolve(import.meta.dirname, `../node_modules/.cache/run-store-child-${process.pid}`)

beforeAll(async () => {
  await build({
    config: false,
    entry: { child: path.join(import.meta.dirname, "run-store/child.ts") },
    outDir: built,
    format: "esm",
    platform: "node",
    target: "node20",
    dts: false,
    clean: false,
    fixedExtension: false,
    logLevel: "error",
    deps: { neverBundle: ["libsql"] },
  })
})
afterAll(() => {
  for (const made of [folder, built]) fs.rmSync(made, { recursive: true, force: true })
})

async function newStore(items: readonly string[] = []) {
  const file = path.join(fs.mkdtempSync(path.join(folder, "case-")), "skillet.db")
  const store = openRunStore({ file, busyMilliseconds: 30_000 })
  await commitNewRun(store, "r1", ...items.map((item) => makeAskChange(makeItemRef("fan", item))))
  return { file, store, history: openHistory(store) }
}

/** What was stored, by name. */
async function notesIn(store: ReturnType<typeof openRunStore>): Promise<readonly string[]> {
  return (await openHistory(store).results("r1", "note", 1)).map(({ item }) => item)
}

/** A process that is stopped inside a transaction keeps all others waiting, so it must continue by itself. */
function pauseFor(child: Child, milliseconds: number): void {
  child.process.kill("SIGSTOP")
  setTimeout(() => child.process.kill("SIGCONT"), milliseconds)
}

interface Child {
  readonly process: ChildProcess
  lines(): readonly string[]
  readonly ended: Promise<unknown>
}

function start(act: ChildAct, file: string, how: { readonly times?: number; readonly failpoint?: string } = {}): Child {
  const env = how.failpoint === undefined ? process.env : { ...process.env, SKILLET_FAILPOINT: how.failpoint }
  const child = spawn(process.execPath, [path.join(built, "child.js"), act, file, String(how.times ?? 0)], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  })
  let said = ""
  child.stdout?.on("data", (chunk) => {
    said += String(chunk)
  })
  return { process: child, lines: () => said.split("\n").slice(0, -1), ended: once(child, "close") }
}

test("concurrent processes that open a missing store all get the same one", async () => {
  const file = path.join(folder, "new", "data", "skillet.db")
  const children = Array.from({ length: 6 }, () => start("create", file))
  await Promise.all(children.map(({ ended }) => ended))
  const made = (await openRunStore({ file }).runs()).map(({ id }) => id)
  expect(made.sort()).toEqual(children.map((child) => String(child.process.pid)).sort())
})

test("four processes that commit to one run neither lose nor duplicate anything", async () => {
  const { file, store } = await newStore()
  const children = Array.from({ length: 4 }, () => start("commit", file, { times: 25 }))
  await Promise.all(children.map(({ ended }) => ended))
  const names = children.flatMap((child) => child.lines())
  expect(new Set(names).size).toBe(100)
  expect((await loadExistingRun(store, "r1")).seq).toBe(101)
  expect(await notesIn(store)).toEqual(names.toSorted())
})

test("four processes that answer a fan-out answer each item once", async () => {
  const items = Array.from({ length: 60 }, (_, at) => `item-${String(at).padStart(2, "0")}`)
  const { file, history } = await newStore(items)
  const children = Array.from({ length: 4 }, () => start("answer", file, { times: 60_000 }))
  await Promise.all(children.map(({ ended }) => ended))
  expect(children.flatMap((child) => child.lines()).sort()).toEqual(items)
  expect((await history.results("r1", "fan", 1)).map(({ item }) => item)).toEqual(items)
  expect((await history.dispatches("r1", "fan", 1)).map(({ status, epoch }) => [status, epoch])).toEqual(
    items.map(() => ["answered", 1]),
  )
})

test("everything that was confirmed before a kill is still there afterwards", async () => {
  const { file } = await newStore()
  for (let kill = 0; kill < 8; kill++) {
    const child = start("commit", file, { times: 10_000 })
    await once(child.process.stdout!, "data")
    await new Promise((resolve) => setTimeout(resolve, kill * 7))
    child.process.kill("SIGKILL")
    await child.ended
    const store = openRunStore({ file })
    const confirmed = child.lines()
    expect(await notesIn(store)).toEqual(expect.arrayContaining([...confirmed]))
  }
})

test.each([
  ["before:commit:3=kill", 2],
  ["during:commit:3=kill", 2],
  ["after:commit:3=kill", 3],
])("a process killed %s leaves %i commits, whole", async (failpoint, commits) => {
  const { file, store } = await newStore()
  const child = start("commit", file, { times: 5, failpoint })
  await child.ended
  expect(child.process.signalCode).toBe("SIGKILL")
  expect(child.lines().length).toBe(2)
  expect((await loadExistingRun(store, "r1")).seq).toBe(commits + 1)
  expect((await notesIn(store)).length).toBe(commits)
})

test("a killed worker's dispatch is free immediately, but a stopped worker's is not", async () => {
  const { file, store } = await newStore(["a"])
  const child = start("hold", file, { times: 60_000 })
  await once(child.process.stdout!, "data")
  child.process.kill("SIGSTOP")
  const wanted = { worker: "w", leaseMilliseconds: 1000 }
  expect(await store.claim(wanted)).toBeUndefined()
  child.process.kill("SIGKILL")
  await child.ended
  expect((await store.claim(wanted))?.lease).toEqual({ key: makeItemKey("r1", "fan", "a"), worker: "w", epoch: 2 })
})

test("a worker that was stopped and comes back late has lost its lease, and its answer is refused", async () => {
  const { file, store, history } = await newStore(["a"])
  const child = start("answerLate", file, { times: 100 })
  await once(child.process.stdout!, "data")
  child.process.kill("SIGSTOP")
  const claimed = await vi.waitUntil(() => store.claim({ worker: "w", leaseMilliseconds: 60_000 }))
  child.process.kill("SIGCONT")
  await child.ended
  expect(child.lines()).toEqual(["a", "lease-lost"])
  expect(await store.renew(claimed.lease)).toBe(true)
  expect(await history.result(makeItemKey("r1", "fan", "a"))).toBeUndefined()
})

test("workers killed and stopped at random answer everything once, and confirmed answers count", async () => {
  const items = Array.from({ length: 80 }, (_, at) => `item-${String(at).padStart(2, "0")}`)
  const { file, history } = await newStore(items)
  const children: Child[] = []
  const rounds = Array.from({ length: 6 }, (_, round) => round)
  for (const round of rounds) {
    const child = start("answer", file, { times: 150 })
    children.push(child, start("answer", file, { times: 150 }))
    await Promise.race([once(child.process.stdout!, "data"), child.ended])
    await new Promise((resolve) => setTimeout(resolve, round * 5))
    if (round % 2 === 0) child.process.kill("SIGKILL")
    else pauseFor(child, 200)
  }
  children.push(start("answer", file, { times: 150 }))
  await Promise.all(children.map(({ ended }) => ended))
  const confirmed = children.flatMap((child) => child.lines().map((item) => [item, String(child.process.pid)] as const))
  expect(new Set(confirmed.map(([item]) => item)).size).toBe(confirmed.length)
  expect((await history.results("r1", "fan", 1)).map(({ item }) => item)).toEqual(items)
  for (const [item, pid] of confirmed)
    expect([item, await history.text(makeItemKey("r1", "fan", item))]).toEqual([item, pid])
})
