import { expect, test } from "vitest"
import { countAtMost, openLinePlaces } from "./lines.ts"

test("an offset is on the line that has not ended before it", () => {
  const place = openLinePlaces("ab\n\ncd")
  expect([0, 2, 3, 4, 6].map((offset) => Object.values(place(offset)))).toEqual([
    [1, 1],
    [1, 3],
    [2, 1],
    [3, 1],
    [3, 3],
  ])
})

test.each([
  [[], 5, 0],
  [[1, 3, 3, 7], 0, 0],
  [[1, 3, 3, 7], 3, 3],
  [[1, 3, 3, 7], 9, 4],
])("in %j, %i or less: %i", (sorted, most, count) => {
  expect(countAtMost(sorted, most, (one) => one)).toBe(count)
})
