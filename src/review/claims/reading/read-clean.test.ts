import { expect, test } from "vitest"
import { readClean } from "./read-clean.ts"

test.each([
  [
    "a block of JSON",
    '```json\n[]\n```\n```json\n{ "clean": ["SQL: bound everywhere", "Secrets"] }\n```',
    ["SQL: bound everywhere", "Secrets"],
  ],
  [
    "items with brackets",
    '{ "clean": ["[Node.js] SQL: no `a[0]`", "a \\"]\\" in quotes", "Paths"] }',
    ["[Node.js] SQL: no `a[0]`", 'a "]" in quotes', "Paths"],
  ],
  ["another spelling", '{"acknowledged_clean":["a","a"]}', ["a"]],
  ["a list of YAML", "Nothing found.\n\nclean:\n  - SQL injection\n  - Paths\n", ["SQL injection", "Paths"]],
  ["a line", "No issues.\n**Clean:** SQL injection; Paths", ["SQL injection", "Paths"]],
  ["a list of something else", '{"clean": [1, {"a": 2}]}', []],
  ["a word in a sentence", "The code is clean: nothing to say", []],
  ["a list that breaks off", '{"clean": ["a", "b', []],
])("%s", (_, text, expected) => {
  expect(readClean(text)).toEqual(expected)
})

test("a long answer that only looks like lists is read quickly", () => {
  expect(readClean('"clean": ['.repeat(50_000))).toEqual([])
  expect(readClean("clean:\n".repeat(50_000))).toEqual([])
})
