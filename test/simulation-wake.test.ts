import { expect, test } from "vitest"
import { seedsEndingIn } from "./simulation/expect-sound.ts"
import { simulateWake } from "./wake/simulation/simulate-wake.ts"

test("whatever dies, freezes or is refused: every message is delivered, in order, under one wake-up, and seen only after that", {
  timeout: 6 * 3_600_000,
}, async () => {
  for (const seed of seedsEndingIn([8])) {
    const { broken, trace } = await simulateWake(seed)
    if (broken !== undefined)
      throw new Error(
        `seed ${seed}: ${broken}\n${trace.slice(-40).join("\n")}\nSKILLET_FIRST_SEED=${seed} SKILLET_SEEDS=1`,
      )
  }
})

test("the same seed gives the same course twice", async () => {
  const [first, second] = [await simulateWake(18), await simulateWake(18)]
  expect(first.trace.length).toBeGreaterThan(50)
  expect(second).toEqual(first)
})
