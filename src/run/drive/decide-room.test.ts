import { expect, test } from "vitest"
import { decideRoom, mayKeepSlot, mayOpenSlot } from "./decide-room.ts"

const room = { concurrency: 4, busy: 1, agents: [{ most: 10, unfinished: 8 }], workers: 1, chance: 0.5 }

test.each([
  ["without limits", { agents: [] }, 4],
  ["alone, with two free places", {}, 3],
  ["with more free places than it may use", { agents: [{ most: 100, unfinished: 1 }] }, 4],
  ["without a free place", { agents: [{ most: 10, unfinished: 10 }] }, 1],
  ["if a limit was lowered", { agents: [{ most: 1, unfinished: 10 }] }, 1],
  [
    "if one of two agents has a place",
    {
      agents: [
        { most: 1, unfinished: 1 },
        { most: 3, unfinished: 2 },
      ],
    },
    2,
  ],
  ["with as many workers as places", { workers: 2 }, 3],
  ["with twice as many workers as places", { workers: 4 }, 2],
  ["with many workers, if it is its turn", { workers: 100, chance: 0.03 }, 2],
  ["with many workers, if it is not", { workers: 100, chance: 0.04 }, 1],
])("a worker %s fetches accordingly", (_, more, most) => {
  expect(decideRoom({ ...room, ...more })).toBe(most)
})

test("only one slot waits, and none beyond the most", () => {
  expect(mayOpenSlot({ most: 2, idle: 0, busy: 1 })).toBe(true)
  expect(mayOpenSlot({ most: 2, idle: 1, busy: 0 })).toBe(false)
  expect(mayOpenSlot({ most: 2, idle: 0, busy: 2 })).toBe(false)
  expect(mayKeepSlot({ most: 2, idle: 1, busy: 1 })).toBe(true)
  expect(mayKeepSlot({ most: 2, idle: 2, busy: 0 })).toBe(false)
  expect(mayKeepSlot({ most: 1, idle: 1, busy: 1 })).toBe(false)
})
