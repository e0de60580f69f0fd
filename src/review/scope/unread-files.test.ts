import { expect, test } from "vitest"
import { listUnfinishedFiles } from "./unread-files.ts"

test("a file is named once, with the rules that did not finish on it", () => {
  const rules = ["sql", "shell", "paths", "code", "html"].map((rule) => ({ file: "a.py", rule }))
  const rows = listUnfinishedFiles(
    [
      ...rules,
      { file: "b.py", rule: "sql" },
      { file: "c.py", rule: "sql" },
      { file: "c.py", rule: "*" },
      { file: "d.py", rule: "sql-from-input" },
      { file: "d.py", rule: "command-from-input" },
      { file: "e.py", rule: "sql-from-input" },
      { file: "e.py", rule: "sql" },
    ],
    { flows: ["command-from-input", "sql-from-input"], isChange: true },
  )
  expect(rows.map(({ path, why }) => `${path}: ${why}`)).toEqual([
    "a.py: sql, shell, paths and 2 more rules did not finish",
    "b.py: sql did not finish",
    "c.py: stopped because several rules did not finish",
    "d.py: the data-flow analysis did not finish; split its largest functions",
    "e.py: sql, the data-flow analysis did not finish",
  ])
  expect(rows.every(({ isWanted, isChanged }) => isWanted && isChanged)).toBe(true)
})
