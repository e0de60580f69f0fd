import fc from "fast-check"
import { expect, test } from "vitest"
import { expandBraces, readPaths } from "./path-patterns.ts"
import { openTouchCheck } from "./open-touch-check.ts"

test.each([
  [["src/**"], ["src"], []],
  [["**"], [], []],
  [["/**"], [], []],
  [["**/**"], [], []],
  [["src/**", "**"], [], ["skill.paths-match-all"]],
  [["src/*.{js,ts}"], ["src/*.js", "src/*.ts"], []],
  [["{a,b}/{c,d}"], ["a/c", "b/c", "a/d", "b/d"], []],
  [["a/{b,{c,d}}"], ["a/b", "a/c", "a/d"], []],
  [["a{b}"], ["a{b}"], []],
  [["{1,2}".repeat(12)], ["{1,2}".repeat(12)], ["skill.braces"]],
])("%j means %j", (paths, patterns, problems) => {
  const read = readPaths(paths)
  expect([...read.patterns].sort()).toEqual([...patterns].sort())
  expect(read.problems.map(({ code }) => code)).toEqual(problems)
})

test.each([
  ["src/a/b.ts", ["src/**/*.ts"], true],
  ["deep/r.md", ["*.md"], true],
  ["docs/x.txt", ["docs"], true],
  ["other/x.txt", ["docs"], false],
  ["src/skip/z.py", ["src", "!src/skip"], true],
  ["src/skip.py", ["src/*.py", "!src/skip.py"], false],
  ["../outside.md", ["*.md"], false],
])("touching %s with %j: %s", (file, patterns, expected) => {
  expect(openTouchCheck([file])(patterns)).toBe(expected)
})

test("braces never expand without bound", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("{", "}", ",", "a", "*", "[", "]") }),
      (pattern) => (expandBraces(pattern, 64)?.length ?? 0) <= 64,
    ),
  )
})
