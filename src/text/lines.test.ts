import { expect, test } from "vitest"
import { countAtMost, findLineAround } from "./lines.ts"

test("the line around an offset is the whole line, even at its ends and at the end of the text", () => {
  expect([0, 2, 3, 5].map((offset) => findLineAround("ab\ncd", offset))).toEqual(["ab", "ab", "cd", "cd"])
})

test.each([
  [[], 5, 0],
  [[1, 3, 3, 7], 0, 0],
  [[1, 3, 3, 7], 3, 3],
  [[1, 3, 3, 7], 9, 4],
])("in %j, %i or less: %i", (sorted, most, count) => {
  expect(countAtMost(sorted, most, (one) => one)).toBe(count)
})
