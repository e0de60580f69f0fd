import { expect, test } from "vitest"
import { cutPatch, describeChanges, readChangedFiles } from "./changes.ts"

test("the names of changed files are read whatever they contain", () => {
  const raw = [":100644 100644 1 2 M", "a\tb\n:c.txt", ":000000 100644 0 3 A", ":new", ":100644 000000 4 0 D", "gone"]
  const numbers = ["1\t2\ta\tb\n:c.txt", "-\t-\t:new", "0\t7\tgone", ""]
  expect(readChangedFiles([...raw, ...numbers].join("\0"))).toEqual([
    { path: "a\tb\n:c.txt", kind: "changed", added: 1, removed: 2 },
    { path: ":new", kind: "added" },
    { path: "gone", kind: "removed", added: 0, removed: 7 },
  ])
})

test("a patch keeps whole files as long as there is room, and counts the others", () => {
  const one = "diff --git a/a b/a\n+diff --git x\n"
  const long = `diff --git a/b b/b\n+${"x".repeat(100)}\n`
  const last = "diff --git a/c b/c\n+c\n"
  expect(cutPatch(one + long + last, 80)).toEqual({ patch: one + last, leftOut: 1 })
})

test("changes in one line say what is not known", () => {
  expect(describeChanges({ total: 0, files: [] })).toBe("nothing changed")
  expect(describeChanges({ total: 0, files: [], unknown: "no git" })).toBe("not known: no git")
  expect(describeChanges({ total: 1, files: [{ path: "a", kind: "changed", added: 2, removed: 1 }] })).toBe(
    "1 file, +2 −1 lines",
  )
})
