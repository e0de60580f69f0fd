import fc from "fast-check"
import { expect, test } from "vitest"
import { readJson } from "./read-json.ts"

test("what JSON.parse reads is read in the same way", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const read = readJson(text)
      expect("findLine" in read && JSON.stringify(read.value)).toBe(JSON.stringify(JSON.parse(text)))
    }),
  )
})

test("the line of every value is known, and of what is missing the line around it", () => {
  const read = readJson('{\n  "a": 1,\n  "b": [\n    2,\n    3\n  ]\n}\n')
  if (!("findLine" in read)) throw new Error("it was not read")
  expect([["a"], ["b"], ["b", 1], ["b", 7], ["c"], []].map((way) => read.findLine(way))).toEqual([2, 3, 5, 3, 1, 1])
})

test.each([
  ['{"a": 1,\n "a": 2}', "duplicate", 2, 2, 'the key "a" occurs twice'],
  ['{\n"a" 1}', "syntax", 2, 5, "a colon is expected here"],
  ["[1\n2]", "syntax", 2, 1, "a comma or ] is expected here"],
  ["", "syntax", 1, 1, "it ends too early"],
  ["{} x", "syntax", 1, 4, "there is more text after the end of the JSON"],
  ["{,}", "syntax", 1, 2, "a key in double quotes is expected here"],
  ["[1,]", "syntax", 1, 4, "a value is expected here"],
  ["[".repeat(200), "syntax", 1, 102, "it is nested more than 100 levels deep"],
])("%j is refused with its place", (text, kind, line, column, message) => {
  expect(readJson(text)).toEqual({ kind, line, column, message })
})

test("a key such as __proto__ changes nothing but its own object", () => {
  const read = readJson('{"__proto__": {"a": 1}}')
  expect("value" in read && Object.keys(read.value as object)).toEqual(["__proto__"])
  expect(({} as Record<string, unknown>)["a"]).toBeUndefined()
})
