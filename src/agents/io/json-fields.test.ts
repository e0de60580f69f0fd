import { expect, test } from "vitest"
import { readNumeric } from "./json-fields.ts"

test.each([
  ["12", 12],
  ["0.5", 0.5],
  ["-1", undefined],
  ["1e999", undefined],
  ['"12"', undefined],
  ["1e308", Number.MAX_SAFE_INTEGER],
])("a program's number %s is read as %s, and very many of them have a finite sum", (json, expected) => {
  const found = readNumeric(JSON.parse(`{ "usage": { "money": ${json} } }`), "usage", "money")
  expect(found).toBe(expected)
  expect(Number.isFinite(Array.from({ length: 1000 }, () => found ?? 0).reduce((sum, one) => sum + one, 0))).toBe(true)
})
