import { afterEach, expect, onTestFinished, test, vi } from "vitest"
import { garden } from "../../test/plant.ts"
import { openSkillet } from "../skillet/open-skillet.ts"
import { openLiveSkillet } from "./open-live-skillet.ts"

afterEach(() => void vi.useRealTimers())

function openKept() {
  const { options } = garden()
  const told: string[] = []
  const live = openLiveSkillet(
    () => openSkillet({ ...options, cache: false }),
    (message) => told.push(message),
  )
  onTestFinished(() => live.close())
  const now = { value: "one", made: 0 }
  const answer = live.keep(async () => {
    now.made++
    return now.value
  })
  return { live, told, now, answer }
}

test("an answer is kept until skills change, and several who ask at once wait for the same", async () => {
  const { live, now, answer } = openKept()
  expect(await Promise.all([answer(), answer()])).toEqual(["one", "one"])
  now.value = "two"
  expect(await answer()).toBe("one")
  live.renew()
  expect(await answer()).toBe("two")
  expect(now.made).toBe(2)
})

test("after a while it is looked at again once it is quiet, and pages are told only if it is something else", async () => {
  const { live, now, answer } = openKept()
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] })
  await answer()
  const version = live.version()
  vi.setSystemTime(Date.now() + 60_000)
  expect(await answer()).toBe("one")
  await vi.advanceTimersByTimeAsync(1500)
  await live.use(async () => {})
  await vi.advanceTimersByTimeAsync(1500)
  expect(now.made).toBe(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect([now.made, live.version()]).toEqual([2, version])
  now.value = "two"
  vi.setSystemTime(Date.now() + 60_000)
  expect(await answer()).toBe("one")
  await vi.advanceTimersByTimeAsync(3000)
  expect(live.version()).not.toBe(version)
  expect(await answer()).toBe("two")
  expect(now.made).toBe(3)
})

test("an answer that could not be made is not kept", async () => {
  const { live } = openKept()
  let asked = 0
  const answer = live.keep(async () => {
    if (asked++ === 0) throw new Error("the disk is gone")
    return "back"
  })
  await expect(answer()).rejects.toThrow("the disk is gone")
  expect(await answer()).toBe("back")
})
