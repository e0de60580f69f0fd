import { expect, test } from "vitest"
import { measureFingerprints, measureMerged, measurePairs, measureRemembered, rates } from "./merge-set/measure.ts"

const tuned = measurePairs("tuned")
const heldOut = measurePairs("held-out")

test.each([
  ["tuned", tuned],
  ["held-out", heldOut],
] as const)("the %s half has enough pairs of each sort to mean something", (_, pairs) => {
  const count = (is: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(is).length
  expect(count(({ isSame }) => isSame)).toBeGreaterThan(120)
  expect(count(({ nearness }) => nearness === "same lines")).toBeGreaterThan(150)
  expect(count(({ nearness }) => nearness === "next to it")).toBeGreaterThan(150)
})

test("97 of 100 pairs that are merged in the tuned half are really the same", () => {
  expect(rates(tuned).precision).toBeGreaterThanOrEqual(0.97)
  expect(rates(measureMerged("tuned")).precision).toBeGreaterThanOrEqual(0.97)
})

test("two problems of the tuned half that begin on the same line have different fingerprints in 97 of 100 cases", () => {
  const different = measureFingerprints("tuned").filter(({ isSame }) => !isSame)
  expect(different.filter(({ saidSame }) => !saidSame).length / different.length).toBeGreaterThanOrEqual(0.97)
})

test("a baseline covers the reworded finding in 9 of 10 cases, and hardly ever another problem on that line", () => {
  const pairs = measureRemembered("tuned")
  const share = (isSame: boolean) => {
    const own = pairs.filter((pair) => pair.isSame === isSame)
    return own.filter(({ saidSame }) => saidSame).length / own.length
  }
  expect(share(true)).toBeGreaterThanOrEqual(0.9)
  expect(share(false)).toBeLessThanOrEqual(0.02)
})
