import { expect, test } from "vitest"
import { planEnd } from "./decide-end.ts"

test.each([
  [0, { work: 0, giveBack: 1500, close: 2000 }],
  [1000, { work: 750, giveBack: 1500, close: 2000 }],
  [4000, { work: 3000, giveBack: 3500, close: 4000 }],
  [30_000, { work: 28_000, giveBack: 29_500, close: 30_000 }],
])("of %d ms, a part is left for giving back and closing", (grace, end) => {
  expect(planEnd(grace)).toEqual(end)
})
