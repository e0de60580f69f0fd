import { expect, test } from "vitest"
import { classifyCommand, groups } from "./classify-command.ts"
import { commandEntries } from "../commands.ts"

test("the groups are the words that begin commands and are none themselves", () => {
  const names = commandEntries.map(({ name }) => name)
  const first = names.map((name) => name.split(" ")[0] ?? "").filter((word) => !names.includes(word))
  expect([...new Set(first)].toSorted()).toEqual(groups)
})

test.each([
  [["list"], "list"],
  [["list", "--json"], "list --json"],
  [["show", "deploy"], "show"],
  [["run", "report", "r-7k3f9qxm", "--step", "plan"], "run report"],
  [["review", "src"], "review"],
  [["hook", "SessionStart"], "hook"],
  [["hook", "UserPromptSubmit"], "hook UserPromptSubmit"],
  [["hook", "unknown"], "hook"],
  [["run", "report", "--help"], "help"],
  [["--cwd", "shop", "run", "report", "r-7k3f9qxm"], "run report"],
  [["--help"], "help"],
  [[], ""],
])("%j is of the kind %j", (words, kind) => {
  expect(classifyCommand(words)).toBe(kind)
})
