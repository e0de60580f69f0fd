import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { gatherCalls } from "./gather-calls.ts"

const pace = { quiet: 50, most: 500 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test("many calls become one action, once they are quiet", async () => {
  const times = recording()
  for (let call = 0; call < 5; call++) {
    times.gathered.call()
    await vi.advanceTimersByTimeAsync(20)
  }
  await vi.advanceTimersByTimeAsync(1000)
  expect(times.at).toEqual([130])
})

test("calls that never end do not put the action off forever", async () => {
  const times = recording()
  for (let call = 0; call < 60; call++) {
    times.gathered.call()
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(times.at).toEqual([500, 1000])
})

test("a call during the action causes one more, never two at the same time", async () => {
  const times = recording(200)
  times.gathered.call()
  await vi.advanceTimersByTimeAsync(100)
  times.gathered.call()
  times.gathered.call()
  await vi.advanceTimersByTimeAsync(1000)
  expect(times).toMatchObject({ at: [50, 300], most: 1 })
})

test("closing waits for the current action and allows no other", async () => {
  const times = recording(200)
  times.gathered.call()
  await vi.advanceTimersByTimeAsync(100)
  times.gathered.call()
  const closing = times.gathered.close()
  await vi.advanceTimersByTimeAsync(1000)
  await closing
  times.gathered.call()
  await vi.advanceTimersByTimeAsync(1000)
  expect(times.at).toEqual([50])
  expect(vi.getTimerCount()).toBe(0)
})

/** When the action started each time, and how many were running at once. */
function recording(takes = 0) {
  const begin = performance.now()
  let running = 0
  const times = {
    at: [] as number[],
    most: 0,
    gathered: gatherCalls(async () => {
      times.at.push(Math.round(performance.now() - begin))
      times.most = Math.max(times.most, ++running)
      await new Promise((resolve) => void setTimeout(resolve, takes))
      running--
    }, pace),
  }
  return times
}
