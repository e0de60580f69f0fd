import { expect, test } from "vitest"
import { profiles } from "../hosts/profiles.ts"
import { hasExpansion, isShellOff, openJudge, chooseSandbox } from "./open-judge.ts"

const none = { allow: [], ask: [], deny: [] }
const grants = ["Bash(git log:*)"]

test("a skill's own grants count only where its trust allows them", () => {
  expect(openJudge(profiles.open, none, { grants, trust: "own" })("git log").decision).toBe("allow")
  expect(openJudge(profiles.open, none, { grants, trust: "remote" })("git log").decision).toBe("deny")
  expect(openJudge(profiles.open, none, { grants, trust: "remote-shell" })("git log").decision).toBe("deny")
})

test("what the user or the machine denies stays denied, whatever a skill grants itself", () => {
  const denied = { ...none, deny: ["Bash(git log:*)"] }
  expect(openJudge(profiles.open, denied, { grants: ["Bash"], trust: "policy" })("git log").decision).toBe("deny")
})

test("a host that refuses expansions refuses them unless everything is granted", () => {
  const own = { grants: ["Bash(echo:*)"], trust: "own" as const }
  expect(openJudge(profiles.claude, none, own)('echo "$HOME"')).toMatchObject({
    decision: "deny",
    reason: "an expansion in this command cannot be checked before it runs",
  })
  expect(openJudge(profiles.claude, none, { ...own, grants: ["Bash"] })('echo "$HOME"').decision).toBe("allow")
})

test("commands that are switched off stay off for every source but the machine's own and the bundled", () => {
  const kinds = ["managed", "bundled", "project", "user", "added", "plugin", "mcp", "commands"] as const
  expect(kinds.filter((kind) => isShellOff(true, kind))).toEqual(kinds.slice(2))
  expect(kinds.some((kind) => isShellOff(false, kind))).toBe(false)
})

test("a required sandbox cannot be waived, and can be asked for", () => {
  expect([chooseSandbox("required", "preferred"), chooseSandbox("preferred", "required")]).toEqual([
    "required",
    "required",
  ])
  expect(chooseSandbox("preferred", undefined)).toBe("preferred")
})

test.each(["echo $HOME", "echo $(id)", "echo `id`", 'echo "${x}"', "echo $1"])("%s has an expansion", (command) => {
  expect(hasExpansion(command)).toBe(true)
})

test.each(["echo '$HOME'", "echo \\$HOME", "echo a", "grep 'a$' f", "echo 5$"])("%s has none", (command) => {
  expect(hasExpansion(command)).toBe(false)
})
