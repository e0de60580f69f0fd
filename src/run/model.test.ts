import { expect, test } from "vitest"
import { findLatestRound } from "./model.ts"

test.each(["constructor", "__proto__", "toString", "other"])(
  "a run was never at %s, so its round is the first",
  (step) => {
    expect(findLatestRound({ rounds: { work: 3 } }, step)).toBe(1)
  },
)

test("the round of a step is the one the run counted", () => {
  expect(findLatestRound({ rounds: { work: 3 } }, "work")).toBe(3)
})
