import { expect, test } from "vitest"
import { suggestRules } from "./suggest-rules.ts"

const rules = { allow: ["Bash(git status:*)"], deny: ["Bash(rm:*)"] }

test.each([
  ["git remote -v", ["Bash(git remote -v)"]],
  ["git status && git remote -v | wc -l", ["Bash(git remote -v)", "Bash(wc -l)"]],
  ["sort -o 'a b' *", []],
  ["grep -n 'a*b' x", ["Bash(grep -n 'a*b' x)"]],
  [`grep "it's" x`, [String.raw`Bash(grep 'it'\''s' x)`]],
  ["PATH=. make", ["Bash(PATH=. make)"]],
  ["A='x y' make all", ["Bash(A='x y' make all)"]],
  ["A=$(id) make", []],
  ["CI=1 make", ["Bash(make)"]],
  ["mv *.log old", ["Bash(mv *.log old)"]],
  ["rm -rf build", []],
  ["eval x", []],
  ["git status", []],
])("%s is allowed with %j", (command, expected) => {
  expect(suggestRules(command, rules)).toEqual(expected)
})
