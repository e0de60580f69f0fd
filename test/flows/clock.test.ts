import { expect, onTestFinished, test, vi } from "vitest"
import { openRunStore } from "../../src/run/io/store/open-run-store.ts"
import { openSkillet } from "../../src/skillet/open-skillet.ts"
import { driveRun } from "../../src/run/io/drive-run.ts"
import { openRuns } from "../../src/run/io/open-runs.ts"
import { startNamed } from "../../src/run/io/start-named.ts"
import { garden, skillText } from "../plant.ts"

const DAY = 86_400_000

const pause = {
  "home/.agents/skills/pause/SKILL.md": skillText("Wait a little"),
  "home/.agents/skills/pause/workflow.yaml": `
name: pause
description: Asks, waits, is done.
params: {}
steps:
  - { id: ask, title: Ask, kind: dispatch, agent: explore, prompt: What is there?, next: { ok: rest, fail: end } }
  - { id: rest, title: Rest, kind: wait, until: 2s, next: end }
`,
}

/**
 * Runs with a wall clock that can be moved, for everything in this process; the machine's own clock is not affected.
 */
async function room() {
  const { options, at } = garden(pause)
  const clock = { moved: 0 }
  const wall = Date.now
  const spy = vi.spyOn(Date, "now").mockImplementation(() => wall() + clock.moved)
  onTestFinished(() => spy.mockRestore())
  const store = openRunStore({ file: at("state/skillet.db") })
  const runs = await openRuns(options, { store, now: () => Date.now() })
  const skillet = openSkillet(options)
  return { clock, store, runs, skillet, run: await startNamed(skillet, runs, { name: "pause" }) }
}

test.each([DAY, -DAY])(
  "a lease is valid and ends by the monotonic clock, with the wall clock moved by %d ms",
  async (move) => {
    const { clock, store, run } = await room()
    const claim = (worker: string) => store.claim({ worker, root: run, leaseMilliseconds: 300 })
    const held = await claim("first")
    clock.moved = move
    expect(await claim("second")).toBeUndefined()
    expect(held !== undefined && (await store.renew(held.lease))).toBe(true)
    expect(await claim("second")).toBeUndefined()
    await new Promise((resolve) => setTimeout(resolve, 350))
    const taken = await claim("second")
    expect(taken?.lease).toMatchObject({ worker: "second", epoch: (held?.lease.epoch ?? 0) + 1 })
    await store.close()
  },
)

test("a wait uses the wall clock: if the clock is set back by a day and then corrected, the wait ends on time", async () => {
  const { clock, runs, skillet, run } = await room()
  const driver = { name: "inside", ask: async () => ({ text: "All of it." }) }
  const begun = process.hrtime.bigint()
  setTimeout(() => void (clock.moved = -DAY), 800)
  setTimeout(() => void (clock.moved = 0), 1500)
  const driven = await driveRun(skillet, runs, { run, driver })
  expect(driven.kind).toBe("ended")
  expect(Number(process.hrtime.bigint() - begun) / 1e6).toBeGreaterThan(1900)
  await runs.close()
})

test("a wait survives a clock that was set back: a later process ends it once the clock has caught up", async () => {
  const { clock, runs, skillet, run } = await room()
  const stop = new AbortController()
  const driver = { name: "inside", ask: async () => ({ text: "All of it." }) }
  setTimeout(() => void (clock.moved = -DAY), 800)
  setTimeout(() => stop.abort(), 3000)
  expect((await driveRun(skillet, runs, { run, driver, signal: stop.signal })).kind).toBe("stopped")
  clock.moved = 0
  expect((await driveRun(skillet, runs, { run, driver })).kind).toBe("ended")
  await runs.close()
})
