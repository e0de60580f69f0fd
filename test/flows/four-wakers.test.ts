import { type ChildProcess, spawn } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { openWake } from "../../src/tasks/io/open-wake.ts"
import { wakeAgent } from "../../src/tasks/io/wake-agent.ts"
import { wakerProgram } from "./driven/build-programs.ts"

const OPERATIONS = Number(process.env["SKILLET_OPERATIONS"] ?? 500)
const PROCESSES = 4
const agents = ["backend", "frontend", "tester"]

type Noted =
  | { readonly kind: "posted"; readonly key: string; readonly id: number }
  | {
      readonly kind: "told"
      readonly agent: string
      readonly wake: number
      readonly keys: readonly string[]
      readonly leftOut: number
    }
  | { readonly kind: "added"; readonly title: string }
  | { readonly kind: "done"; readonly id: string }
  | { readonly kind: "ready" | "did"; readonly life: string }

function wakers() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-wakers-"))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  const cwd = path.join(root, "project")
  fs.mkdirSync(cwd)
  const log = path.join(root, "log")
  fs.writeFileSync(log, "")
  const env = { PATH: process.env["PATH"] ?? "", HOME: root, SKILLET_DB: path.join(root, "a.db") }
  let lives = 0
  const start = (operations: number): ChildProcess => {
    const setting = { cwd, log, life: String(++lives), operations, agents }
    return spawn(process.execPath, [wakerProgram, JSON.stringify(setting)], { cwd, env, stdio: "inherit" })
  }
  const notes = () =>
    fs
      .readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line.endsWith("}"))
      .map((line) => JSON.parse(line) as Noted)
  return { cwd, env, log, start, notes }
}

test(`four processes, ${OPERATIONS} operations, some of them killed: nothing is lost, nothing is delivered out of order`, {
  timeout: 30 * 60_000,
}, async () => {
  const { cwd, env, log, start, notes } = wakers()
  const share = Math.ceil(OPERATIONS / PROCESSES)
  await Promise.all(Array.from({ length: PROCESSES }, (_, nth) => oneAfterAnother(nth)))
  const wake = await openWake({ cwd, env })
  onTestFinished(() => wake.close())
  for (const agent of agents)
    await wakeAgent(
      wake,
      { agent: { ...wake.scope, agent }, trigger: "end", full: false, because: "end", budget: { tokens: 8000 } },
      async ({ text, receipt }) => {
        const keys = [...text.matchAll(/^> note (\S+)$/gm)].map(([, key]) => key)
        fs.appendFileSync(log, `${JSON.stringify({ kind: "told", agent, wake: receipt.wake, keys, leftOut: 0 })}\n`)
      },
    )
  const noted = notes()
  const stored = await wake.store.messages(wake.scope, { most: 1_000_000 })
  expect(noted.filter(({ kind }) => kind === "did").length).toBeGreaterThanOrEqual(OPERATIONS)
  const kept = new Set(stored.map(({ id, text }) => `${id} ${text}`))
  for (const note of noted) if (note.kind === "posted") expect(kept.has(`${note.id} note ${note.key}`)).toBe(true)
  for (const agent of agents) {
    const told = noted.flatMap((note) => (note.kind === "told" && note.agent === agent ? [note] : []))
    expect(told.every(({ leftOut }) => leftOut === 0)).toBe(true)
    const wakes = new Map<string, number>()
    for (const { wake: id, keys } of told)
      for (const key of keys) {
        expect([key, wakes.get(key) ?? id]).toEqual([key, id])
        wakes.set(key, id)
      }
    const sent = stored.filter(({ mentions }) => mentions.some((to) => to.agent === agent))
    expect([...wakes.keys()]).toEqual(sent.map(({ text }) => text.slice("note ".length)))
  }
  const tasks = await wake.store.tasks(wake.scope, { most: 1_000_000 })
  const titles = new Set(tasks.map(({ title }) => title))
  const statuses = new Map(tasks.map(({ id, status }) => [id, status]))
  for (const note of noted) {
    if (note.kind === "added") expect(titles.has(note.title)).toBe(true)
    if (note.kind === "done") expect(statuses.get(note.id)).toBe("done")
  }

  /** When a process is killed, another one follows and does the rest. Every second process is killed once. */
  async function oneAfterAnother(nth: number): Promise<void> {
    const first = start(share)
    const ended = endOf(first)
    if (nth % 2 === 1) {
      while (notes().filter((note) => note.kind === "did").length < (OPERATIONS * nth) / 5) await sleep(20)
      first.kill("SIGKILL")
    }
    if ((await ended) === 0) return
    expect(await endOf(start(share))).toBe(0)
  }
})

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once("close", resolve))
}
