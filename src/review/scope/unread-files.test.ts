import { expect, test } from "vitest"
import { listUnfinishedFiles } from "./unread-files.ts"

const AROUND = { flows: [], isChange: true, findLanguageId: () => "python" }

test("a file that could not be parsed is named with the line and its language, which can be accepted", () => {
  const syntax = { rule: "(parsing)", why: "syntax" as const, line: 7 }
  const rows = listUnfinishedFiles(
    [
      { file: "a.py", ...syntax },
      { file: "b.py", ...syntax },
      { file: "b.py", rule: "sql", why: "time" },
    ],
    AROUND,
  )
  expect(rows).toEqual([
    {
      path: "a.py",
      why: "could not be parsed from line 7, not fully checked",
      isWanted: true,
      isChanged: true,
      language: "python",
      isUnparsed: true,
    },
    {
      path: "b.py",
      why: "could not be parsed from line 7, not fully checked; sql did not finish: the time limit was reached (--no-cache tries again)",
      isWanted: true,
      isChanged: true,
    },
  ])
})

test("a file is named once, with the rules that did not finish on it", () => {
  const rules = ["sql", "shell", "paths", "code", "html"].map((rule) => ({ file: "a.py", rule, why: "time" as const }))
  const rows = listUnfinishedFiles(
    [
      ...rules,
      { file: "b.py", rule: "sql", why: "depth" },
      { file: "c.py", rule: "sql", why: "memory" },
      { file: "c.py", rule: "*", why: "memory" },
      { file: "d.py", rule: "sql-from-input", why: "steps" },
      { file: "d.py", rule: "command-from-input", why: "steps" },
      { file: "e.py", rule: "sql-from-input", why: "steps" },
      { file: "e.py", rule: "sql", why: "time" },
      { file: "f.py", rule: "sql-from-input", why: "time" },
    ],
    { ...AROUND, flows: ["command-from-input", "sql-from-input"] },
  )
  expect(rows.map(({ path, why }) => `${path}: ${why}`)).toEqual([
    "a.py: sql, shell, paths and 2 more rules did not finish: the time limit was reached (--no-cache tries again)",
    "b.py: sql did not finish: the code is nested too deeply",
    "c.py: stopped because several rules did not finish: the memory limit was reached (--no-cache tries again)",
    "d.py: input was not followed through all of its functions: the limit of steps was reached; to follow the rest, split its largest functions",
    "e.py: sql, the data-flow analysis did not finish: the limit of steps was reached, the time limit was reached (--no-cache tries again)",
    "f.py: input was not followed through all of its functions: the time limit was reached (--no-cache tries again)",
  ])
  expect(rows.every(({ isWanted, isChanged }) => isWanted && isChanged)).toBe(true)
})
