import { expect, test } from "vitest"
import { readDiff } from "./read-diff.ts"

const part = (name: string, lines: readonly string[]) =>
  [`diff --git ${name} ${name}`, "index 1..2 100644", `--- ${name}`, `+++ ${name}`, ...lines].join("\n")

test("the added lines of each file have their numbers and texts", () => {
  const text = [
    part("b/a.js", ["@@ -1,2 +1,3 @@", " one", "+two", " three", "@@ -9 +10,2 @@ function", "-x", "+y", "+z"]),
    part("b/c d.js\t", ["@@ -0,0 +1 @@", "+only", "\\ No newline at end of file"]),
  ].join("\n")
  expect([...readDiff(text)].map(([name, { added }]) => [name, [...added]])).toEqual([
    [
      "a.js",
      [
        [2, "two"],
        [10, "y"],
        [11, "z"],
      ],
    ],
    ["c d.js", [[1, "only"]]],
  ])
})

test.each([
  ['"b/a\\nb.js"', "a\nb.js"],
  ['"b/a\\"\\\\b\\tc.js"', 'a"\\b\tc.js'],
  ['"b/\\303\\274.js"', "ü.js"],
  ['"b/\\377.js"', "\udcff.js"],
])("the name %s is %j", (quoted, name) => {
  expect([...readDiff(part(quoted, ["@@ -0,0 +1 @@", "+x"])).keys()]).toEqual([name])
})

test.each(["\r", "\u2028", "\u2029", "\v", "\f"])("code with %j in a line does not start a new file", (sign) => {
  const hidden = `+//${sign}diff --git a/x b/x${sign}+++ b/x${sign}@@ -0,0 +1 @@${sign}+y`
  const read = readDiff(part("b/a.js", ["@@ -0,0 +1,2 @@", hidden, "+eval(x)"]))
  expect([...read].map(([name, { added }]) => [name, [...added.keys()]])).toEqual([["a.js", [1, 2]]])
})

test("a line of code that looks like the head of a file does not name it", () => {
  const read = readDiff(part("b/a.js", ["@@ -1,2 +1,2 @@", "+++ b/other.js", "+eval(x)"]))
  expect([...read.keys()]).toEqual(["a.js"])
})

test("a file with two parts has no entry, so that all of it is under review", () => {
  const one = part("b/a.js", ["@@ -0,0 +1 @@", "+x"])
  expect(readDiff(`${one}\n${one}`).size).toBe(0)
})
