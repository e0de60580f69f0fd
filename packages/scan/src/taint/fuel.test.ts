import { expect, test } from "vitest"
import { decidePatience, STEPS } from "./fuel.ts"

test.each([
  [1, true, 4],
  [100, false, 4],
  [101, false, 1],
  [200, true, 2],
  [100_000, true, 1],
])("%d files of a change (%s) have a patience of %d", (files, isChange, patience) => {
  expect(decidePatience(files, isChange)).toBe(patience)
})

test("all files of a change together are bounded, up to large ones", () => {
  const whole = [1, 50, 100, 101, 200, 400].map((files) => files * decidePatience(files, true) * STEPS.ofFile)
  expect(Math.max(...whole)).toBe(640_000_000)
})
