import { expect, test } from "vitest"
import { readFileChange } from "./report-sarif.ts"

test.each([
  ["a line for a line", "@@ -10,1 +10,1 @@\n-let a\n+const a\n", [{ startLine: 10, removed: 1, added: ["const a"] }]],
  ["lines kept around it", "@@ -9,3 +9,2 @@\n a\n-b\n c\n", [{ startLine: 10, removed: 1, added: [] }]],
  ["lines that only come", "@@ -9,1 +9,2 @@\n a\n+b\n", [{ startLine: 10, removed: 0, added: ["b"] }]],
  ["lines that come behind a line", "@@ -9,0 +10,1 @@\n+b\n", [{ startLine: 10, removed: 0, added: ["b"] }]],
  ["names above it", "--- a/x.ts\n+++ b/x.ts\n@@ -3 +3 @@\n-a\n+b\n", [{ startLine: 3, removed: 1, added: ["b"] }]],
  [
    "two changes with a line between",
    "@@ -1,3 +1,2 @@\n-a\n+x\n b\n-c\n",
    [
      { startLine: 1, removed: 1, added: ["x"] },
      { startLine: 3, removed: 1, added: [] },
    ],
  ],
])("%s", (_, diff, changes) => {
  expect(readFileChange(diff)).toEqual({ lineBreak: "\n", changes })
})

test("line breaks stay those of the file", () => {
  expect(readFileChange("@@ -3,1 +3,2 @@\n-a\r\n+b\r\n+c\r\n")).toEqual({
    lineBreak: "\r\n",
    changes: [{ startLine: 3, removed: 1, added: ["b", "c"] }],
  })
})

test.each([
  ["no head", "-a\n+b"],
  ["two hunks", "@@ -1 +1 @@\n-a\n@@ -9 +9 @@\n-x"],
  ["lines without a mark", "@@ -1,2 +1,2 @@\n-a\nb\n+c"],
  ["another number of lines than its head says", "@@ -1,5 +1,1 @@\n-a\n+c"],
  ["nothing that changes", "@@ -1,1 +1,1 @@\n a"],
  ["nothing at all", ""],
])("a diff with %s is not a change", (_, diff) => {
  expect(readFileChange(diff)).toBeUndefined()
})
