import { expect, test } from "vitest"
import { parseRule } from "../../rule.ts"
import { decideCommand } from "../decide-command.ts"
import { findSpelled } from "./spelled-words.ts"

function spelled(text: string, count: number): readonly string[] {
  const parsed = parseRule(`Bash(${text})`)
  if (parsed.kind !== "rule") throw new Error("no rule")
  return Array.from({ length: count }, (_, at) => {
    const found = findSpelled(parsed.rule, at, count)
    return found === undefined ? "-" : found.whole ? found.text : `${found.text}*`
  })
}

test("a rule spells out words at their positions, and after a star only those at the end", () => {
  expect(spelled("find . -exec grep:*", 6)).toEqual(["find", ".", "-exec", "grep", "-", "-"])
  expect(spelled("git log --output=*", 4)).toEqual(["git", "log", "--output=*", "-"])
  expect(spelled("npm * --watch", 4)).toEqual(["npm", "-", "-", "--watch"])
})

test.each([
  ["sort -o:*", "sort -o f f", "allow"],
  ["sort -o out:*", "sort -o out in -o other", "deny"],
  ["find . -exec:*", "find . -exec ls {} +", "allow"],
  ["find . -exec grep:*", "find . -exec grep -l a {} + -name b", "allow"],
  ["find . -exec grep:*", "find . -exec grep a {} + -exec ls {} +", "deny"],
  ["git config:*", "git config user.name x", "allow"],
  ["git config:*", "git config core.pager x", "deny"],
  ["git submodule foreach:*", "git submodule foreach ls", "allow"],
  ["git submodule:*", "git submodule $(echo foreach) ls", "deny"],
  ["git bisect:*", "git bisect $(echo run) ls", "deny"],
  ["git log --output=*", "git log --output=f", "allow"],
  ["git log --output=*", "git log --output=f --output=g", "deny"],
  ["tar --to-command=*", "tar --to-command=cat", "allow"],
  ["rsync -e ssh:*", "rsync -e ssh -e ./evil a h:b", "deny"],
])("under %s: %s → %s", (rule, command, decision) => {
  expect(decideCommand(command, { allow: [`Bash(${rule})`] }).decision).toBe(decision)
})
