import { expect, test } from "vitest"
import { simulateHooks } from "./wake/simulation/simulate-hooks.ts"

const first = Number(process.env["SKILLET_FIRST_SEED"] ?? 1)
const most = Number(process.env["SKILLET_HOOK_SEEDS"] ?? 1000)

test("whatever meets: each message reaches its addressee once, and each session and sub-agent gets what it lacks", {
  timeout: 6 * 3_600_000,
}, async () => {
  for (let seed = first; seed < first + most; seed++) {
    const { broken, trace } = await simulateHooks(seed)
    if (broken !== undefined)
      throw new Error(
        `seed ${seed}: ${broken}\n${trace.slice(-60).join("\n")}\nSKILLET_FIRST_SEED=${seed} SKILLET_HOOK_SEEDS=1`,
      )
  }
})

test("the same seed gives the same course of hooks twice", async () => {
  const [one, two] = [await simulateHooks(18), await simulateHooks(18)]
  expect(one.hooks).toBeGreaterThan(5)
  expect(two).toEqual(one)
})
