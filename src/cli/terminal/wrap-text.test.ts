import { expect, test } from "vitest"
import { indentHanging, wrapText } from "./wrap-text.ts"

test.each([
  ["words that fit", "one two", ["one two"]],
  ["words that do not", "one two three four", ["one two", "three four"]],
  ["wide letters", "漢字 漢字 漢字", ["漢字 漢字", "漢字"]],
  ["a word longer than a line", "a abcdefghijklm b", ["a", "abcdefghi…", "b"]],
  ["nothing", "  ", []],
])("%s", (_, text, lines) => {
  expect(wrapText(text, 10)).toEqual(lines)
})

test("the lines of a hanging text are indented below the first, and no word is cut", () => {
  const path = "/a/very/long/path/that/nobody/should/cut"
  expect(indentHanging(`see the file ${path} there`, 4, 30)).toBe(`see the file\n    ${path}\n    there`)
  expect(indentHanging("", 4, 30)).toBe("")
})
