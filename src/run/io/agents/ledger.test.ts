import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { noUsage } from "../../../agents/add-usage.ts"
import type { AgentDriver, AgentRequest } from "../../../agents/agent-driver.ts"
import type { DriverLimits } from "../../../settings/agent-settings.ts"
import { openFileLedger, withLimits } from "./ledger.ts"

const request: AgentRequest = {
  key: { run: "r", step: "s", round: 1, item: "-" },
  agent: "explore",
  role: "",
  tier: "mid",
  prompt: "look",
  cwd: "/",
}

/** Drivers that share a ledger, as the processes of one user do. */
function shared(limits: DriverLimits, money = 0) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ledger-"))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const clock = { now: Date.UTC(2026, 0, 5, 12) }
  const seen = { working: 0, most: 0, asked: 0 }
  const open: Array<() => void> = []
  const driver: AgentDriver = {
    name: "claude",
    async ask() {
      seen.asked++
      seen.working++
      seen.most = Math.max(seen.most, seen.working)
      await new Promise<void>((resolve) => open.push(resolve))
      seen.working--
      return { text: "seen", usage: { ...noUsage, money } }
    },
  }
  const ask = (signal = new AbortController().signal) =>
    withLimits(driver, limits, openFileLedger({ folder, now: () => clock.now })).ask(request, signal)
  return { ask, clock, seen, endOne: () => open.shift()?.() }
}

test("an answer is not lost because the ledger cannot be reached when it comes; its end is noted later", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ledger-"))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const ledger = openFileLedger({ folder, now: () => Date.UTC(2026, 0, 5, 12) })
  let refusals = 2
  const away: typeof ledger = {
    ...ledger,
    add(row) {
      if (row.kind === "end" && refusals-- > 0) throw new Error("the server is away")
      return ledger.add(row)
    },
  }
  const driver: AgentDriver = { name: "claude", ask: async () => ({ text: "seen", usage: { ...noUsage, money: 2 } }) }
  const answer = await withLimits(driver, { perDay: 5 }, away).ask(request, new AbortController().signal)
  expect(answer.text).toBe("seen")
  const file = path.join(folder, "2026-01-05.jsonl")
  await until(() => fs.readFileSync(file, "utf8").includes('"money":2'))
  expect(refusals).toBe(-1)
})

async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue() && waited < 5000; waited += 20) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isTrue()).toBe(true)
}

test("no more agents work at the same time than the limit allows, in order of arrival", async () => {
  const { ask, seen, endOne } = shared({ atOnce: 2 })
  const all = [ask(), ask(), ask(), ask()]
  await until(() => seen.working === 2)
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(seen.asked).toBe(2)
  for (const asked of [3, 4, 4, 4]) {
    endOne()
    await until(() => seen.asked === asked)
  }
  await Promise.all(all)
  expect(seen.most).toBe(2)
})

test("no more are started in a minute than the limit allows", async () => {
  const { ask, seen, endOne, clock } = shared({ perMinute: 1 })
  const first = ask()
  await until(() => seen.asked === 1)
  endOne()
  await first
  const second = ask()
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(seen.asked).toBe(1)
  clock.now += 61_000
  await until(() => seen.asked === 2)
  endOne()
  await second
})

test("once the day's budget is spent no agent is asked until the next day", async () => {
  const { ask, seen, endOne, clock } = shared({ perDay: 1 }, 1)
  const first = ask()
  await until(() => seen.asked === 1)
  endOne()
  await first
  await expect(ask()).rejects.toMatchObject({ code: "agent.limit", retry: "no" })
  clock.now += 24 * 3_600_000
  const later = ask()
  await until(() => seen.asked === 2)
  endOne()
  await later
})

test("agents that started before midnight count after it", async () => {
  const { ask, seen, endOne, clock } = shared({ atOnce: 1 })
  clock.now = Date.UTC(2026, 0, 5, 23, 59, 59)
  const first = ask()
  await until(() => seen.asked === 1)
  clock.now += 2000
  const second = ask()
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(seen.asked).toBe(1)
  endOne()
  await first
  await until(() => seen.asked === 2)
  endOne()
  await second
})

test("a waiting agent is cancelled immediately, and nobody waits for it", async () => {
  const { ask, seen, endOne } = shared({ atOnce: 1 })
  const first = ask()
  await until(() => seen.asked === 1)
  const stop = new AbortController()
  const second = ask(stop.signal)
  stop.abort(new Error("enough"))
  await expect(second).rejects.toThrow("enough")
  const third = ask()
  endOne()
  await until(() => seen.asked === 2)
  endOne()
  await Promise.all([first, third])
})
