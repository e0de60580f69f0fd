import { expect, test } from "vitest"
import { SkilletError } from "../../problem/failure.ts"
import { outlastOutages } from "./outlast-outages.ts"

const away = new SkilletError("store.unreachable", "the server cannot be reached", { retry: "later", next: "wait" })

function outages(stopAfter = Number.POSITIVE_INFINITY) {
  const stop = new AbortController()
  const [slept, said]: [number[], string[]] = [[], []]
  const sleep = async (milliseconds: number) => {
    slept.push(milliseconds)
    if (slept.length >= stopAfter) stop.abort()
  }
  return { slept, said, how: { run: "r-1", told: (text: string) => void said.push(text), sleep, signal: stop.signal } }
}

test("while a server is away it is asked ever more rarely, and each outage is told once", async () => {
  const { slept, said, how } = outages()
  let turn = 0
  const done = await outlastOutages(how, async (seen) => {
    turn++
    if (turn === 4) seen()
    if (turn < 8) throw away
    return "done"
  })
  expect(done).toBe("done")
  expect(slept).toEqual([500, 1000, 2000, 500, 1000, 2000, 4000])
  expect(said).toEqual(Array(2).fill("the server cannot be reached; waiting for it"))
})

test("after five minutes it gives up, and says how to continue with the same run", async () => {
  const { slept, how } = outages()
  await expect(outlastOutages(how, () => Promise.reject(away))).rejects.toMatchObject({
    code: "store.unreachable",
    next: "when it is back, skillet run drive r-1 --agent workers waits for the workers again",
  })
  const all = slept.reduce((sum, one) => sum + one, 0)
  expect(all).toBeGreaterThanOrEqual(300_000)
  expect(all).toBeLessThan(311_000)
})

test("what will not get better, and what is interrupted, ends at once", async () => {
  const refused = new SkilletError("store.refused", "wrong password", { retry: "no", next: "correct it" })
  for (const error of [refused, new Error("a bug")]) {
    const { slept, how } = outages()
    await expect(outlastOutages(how, () => Promise.reject(error))).rejects.toBe(error)
    expect(slept).toEqual([])
  }
  const { slept, how } = outages(2)
  await expect(outlastOutages(how, () => Promise.reject(away))).rejects.toBe(away)
  expect(slept).toEqual([500, 1000])
})
