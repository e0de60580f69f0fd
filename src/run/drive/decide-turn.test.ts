import { expect, test } from "vitest"
import { LONGEST_TURN, mayGoOn } from "./decide-turn.ts"

test.each([
  { began: 1000, now: 1000, isStopping: false, expected: true },
  { began: 1000, now: 1000 + LONGEST_TURN - 1, isStopping: false, expected: true },
  { began: 1000, now: 1000 + LONGEST_TURN, isStopping: false, expected: false },
  { began: 1000, now: 1000, isStopping: true, expected: false },
])("a worker goes on with a run for a moment, and not once it is stopped: %o", ({ expected, ...turn }) => {
  expect(mayGoOn(turn)).toBe(expected)
})
