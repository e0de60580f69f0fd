import { expect, test } from "vitest"
import { wrapped } from "./wrapped.ts"

test.each([
  ["words that fit", "one two", ["one two"]],
  ["words that do not", "one two three four", ["one two", "three four"]],
  ["wide letters", "漢字 漢字 漢字", ["漢字 漢字", "漢字"]],
  ["a word longer than a line", "a abcdefghijklm b", ["a", "abcdefghi…", "b"]],
  ["nothing", "  ", []],
])("%s", (_, text, lines) => {
  expect(wrapped(text, 10)).toEqual(lines)
})
