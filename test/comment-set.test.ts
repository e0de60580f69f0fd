import { expect, test } from "vitest"
import { inventedChanges } from "./comment-set/comments.ts"
import { bestThreshold, f1, pairsByOverlap, pairsMerged, rates, recallAt } from "./comment-set/measure.ts"

test.each([
  ["first", 0.97],
  ["second", 0.95],
] as const)(
  "comments on invented changes, %s set: merging finds most that mean the same, and joins hardly any others",
  (set, precision) => {
    const pairs = inventedChanges(set).flatMap((change) => pairsMerged(change))
    expect.soft(f1(pairs)).toBeGreaterThan(0.88)
    expect.soft(rates(pairs).precision).toBeGreaterThan(precision)
  },
)

test("recall is taken at the loosest threshold that keeps the precision; equal scores are not split", () => {
  const pair = (isSame: boolean, score: number) => ({ isSame, saidSame: true, score })
  const pairs = [pair(true, 0.9), pair(true, 0.8), pair(false, 0.8), pair(true, 0.7)]
  expect(recallAt(pairs, 0.95)).toBe(1 / 3)
  expect(recallAt(pairs, 0.75)).toBe(1)
  expect(bestThreshold(pairs)).toBe(0.7)
})

test("plain overlap is the share of words in common", () => {
  const comments = ["lock is missing", "missing lock"].map((text) => ({ problem: "p", tool: "t", text }))
  expect(pairsByOverlap({ name: "", comments })).toEqual([{ isSame: true, saidSame: false, score: 2 / 3 }])
})
