import { expect, test } from "vitest"
import { unfinishedFiles } from "./unfinished-files.ts"

test("a file is named once, with the rules that did not end on it", () => {
  const rules = ["sql", "shell", "paths", "code", "html"].map((rule) => ({ file: "a.py", rule }))
  const rows = unfinishedFiles(
    [...rules, { file: "b.py", rule: "sql" }, { file: "c.py", rule: "sql" }, { file: "c.py", rule: "*" }],
    true,
  )
  expect(rows.map(({ path, why }) => `${path}: ${why}`)).toEqual([
    "a.py: sql, shell, paths and 2 more rules did not end",
    "b.py: sql did not end",
    "c.py: given up after several rules did not end",
  ])
  expect(rows.every(({ isWanted, isChanged }) => isWanted && isChanged)).toBe(true)
})
