import { expect, test } from "vitest"
import { toTerm } from "./term.ts"

test.each([
  ["Reviewing", "review"],
  ["the", ""],
  ["SKILLS", ""],
  ["don’t", ""],
  ["isn't", ""],
  ["C++", "c++"],
  ["表格", "表格"],
  ["ПРОВЕРКА", "проверка"],
  ["x".repeat(41), ""],
])("%j is looked up as %j", (written, term) => {
  expect(toTerm(written)).toBe(term)
})
