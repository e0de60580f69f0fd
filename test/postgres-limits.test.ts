import { afterAll, expect, onTestFinished, test } from "vitest"
import { noUsage } from "../src/agents/add-usage.ts"
import type { AgentDriver, AgentRequest } from "../src/agents/agent-driver.ts"
import { withLimits } from "../src/run/io/agents/ledger.ts"
import { chooseFetchPace } from "../src/run/drive/decide-pace.ts"
import { openFetchSlots } from "../src/run/io/postgres/fetch-slots.ts"
import { nameQueue } from "../src/run/io/postgres/offers.ts"
import { openPostgresRunStore } from "../src/run/io/postgres/open-postgres-run-store.ts"
import { prepareQueue } from "../src/run/io/postgres/prepare-queue.ts"
import { openServerLedger } from "../src/run/io/postgres/server-ledger.ts"
import type { DriverLimits } from "../src/settings/agent-settings.ts"
import { openBoss } from "../src/system/postgres/open-boss.ts"
import { openPostgres } from "../src/system/postgres/open-postgres.ts"
import { describeWith } from "./needs.ts"
import { builtThread as thread } from "./postgres/build-postgres-thread.ts"
import { startPostgres } from "./postgres/start-postgres.ts"

const server = await startPostgres()
afterAll(() => server.close())

const request: AgentRequest = {
  key: { run: "r", step: "s", round: 1, item: "-" },
  agent: "explore",
  role: "",
  tier: "mid",
  prompt: "look",
  cwd: "/",
}

/** Workers on several machines: each has its own connection, and they share a schema. */
async function openMachines(limits: DriverLimits, money = 0) {
  const address = server.address()
  await openPostgresRunStore({ address, thread }).close()
  const clock = { now: Date.UTC(2026, 0, 5, 12) }
  const seen = { working: 0, most: 0, asked: 0 }
  const open: Array<() => void> = []
  const driver: AgentDriver = {
    name: "claude",
    async ask() {
      seen.asked++
      seen.most = Math.max(seen.most, ++seen.working)
      await new Promise<void>((resolve) => open.push(resolve))
      seen.working--
      return { text: "seen", usage: { ...noUsage, money } }
    },
  }
  const machine = () => {
    const database = openPostgres({ address, thread, subject: "runs", shares: true })
    onTestFinished(() => database.close())
    const ledger = openServerLedger(database, () => clock.now)
    return { ledger, ask: () => withLimits(driver, limits, ledger).ask(request, new AbortController().signal) }
  }
  return { machines: [machine(), machine()] as const, clock, seen, endOne: () => open.shift()?.() }
}

async function isAsked(seen: { asked: number }, count: number): Promise<void> {
  await expect.poll(() => seen.asked, { timeout: 20_000 }).toBe(count)
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 300))

describeWith(server, "limits of a driver over all workers", () => {
  test("no more agents work at the same time than the limit allows, whichever machine asks", async () => {
    const { machines, seen, endOne } = await openMachines({ atOnce: 2 })
    const all = [0, 1, 0, 1].map((at) => machines[at === 0 ? 0 : 1].ask())
    await isAsked(seen, 2)
    await pause()
    expect([seen.asked, machines[1].ledger.countUnfinished("claude")]).toEqual([2, 4])
    for (const asked of [3, 4, 4, 4]) {
      endOne()
      await isAsked(seen, asked)
    }
    await Promise.all(all)
    expect([seen.most, machines[0].ledger.countUnfinished("claude")]).toEqual([2, 0])
  })

  test("what one machine spent is spent for all, until the next day; a machine that is gone frees its place", async () => {
    const { machines, seen, endOne, clock } = await openMachines({ perDay: 1, atOnce: 1 }, 1)
    const first = machines[0].ask()
    await isAsked(seen, 1)
    endOne()
    await first
    await expect(machines[1].ask()).rejects.toMatchObject({ code: "agent.limit", retry: "no" })
    clock.now += 24 * 3_600_000
    // A machine that asked and then said nothing more.
    await machines[0].ledger.add({ kind: "want", id: "gone", driver: "claude", at: clock.now })
    await machines[0].ledger.add({ kind: "start", id: "gone", driver: "claude", at: clock.now })
    const later = machines[1].ask()
    await pause()
    expect(seen.asked).toBe(1)
    // Its beats have the same time as long as the clock stands still.
    clock.now += 21_000
    await isAsked(seen, 2)
    endOne()
    await later
  })

  test("no more are started in a minute, over all", async () => {
    const { machines, seen, endOne, clock } = await openMachines({ perMinute: 1 })
    const first = machines[0].ask()
    await isAsked(seen, 1)
    endOne()
    await first
    const second = machines[1].ask()
    await pause()
    expect(seen.asked).toBe(1)
    clock.now += 61_000
    await isAsked(seen, 2)
    endOne()
    await second
  })
})

describeWith(server, "what a worker fetches", () => {
  test("is no more than it has room for; less room leaves messages to others, and more room takes them", async () => {
    const address = server.address()
    const boss = await openBoss({ address, maintains: true, onProblem: () => undefined })
    onTestFinished(() => boss.stop({ graceful: false }))
    const queue = nameQueue("/project")
    await prepareQueue(boss, queue)
    const open: Array<() => void> = []
    const slots = openFetchSlots(
      boss,
      { queue, pace: chooseFetchPace(1) },
      () => new Promise<void>((resolve) => open.push(resolve)),
    )
    await slots.resize(4)
    await slots.resize(1)
    // A slot that was just fetching ends after that.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    for (let sent = 0; sent < 6; sent++) await boss.send(queue, {})
    await expect.poll(() => open.length, { timeout: 20_000 }).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect([open.length, slots.countBusy()]).toEqual([1, 1])
    await slots.resize(3)
    await expect.poll(() => open.length, { timeout: 20_000 }).toBe(3)
    // A slot whose work is done fetches at once.
    open.shift()?.()
    await expect.poll(() => open.length, { timeout: 20_000 }).toBe(3)
    expect(await boss.findJobs(queue, { queued: true })).toHaveLength(2)
    const closing = slots.close()
    for (const end of open.splice(0)) end()
    await closing
  })
})
