import { expect, test } from "vitest"
import { profiles } from "../hosts/profiles.ts"
import { judgeFor } from "./judge-for-skill.ts"

const none = { allow: [], ask: [], deny: [] }
const grants = ["Bash(git log:*)"]

test("a skill's own grants count only where its trust allows them", () => {
  expect(judgeFor(profiles.open, none, { grants, trust: "own" })("git log").decision).toBe("allow")
  expect(judgeFor(profiles.open, none, { grants, trust: "remote" })("git log").decision).toBe("deny")
  expect(judgeFor(profiles.open, none, { grants, trust: "remote-shell" })("git log").decision).toBe("deny")
})

test("what the user or the machine refuses stays refused, whatever a skill grants itself", () => {
  const denied = { ...none, deny: ["Bash(git log:*)"] }
  expect(judgeFor(profiles.open, denied, { grants: ["Bash"], trust: "policy" })("git log").decision).toBe("deny")
})

test("a host that refuses expansions refuses them unless everything is granted", () => {
  const own = { grants: ["Bash(echo:*)"], trust: "own" as const }
  expect(judgeFor(profiles.claude, none, own)('echo "$HOME"')).toMatchObject({
    decision: "deny",
    reason: "an expansion in this command cannot be checked before it runs",
  })
  expect(judgeFor(profiles.claude, none, { ...own, grants: ["Bash"] })('echo "$HOME"').decision).toBe("allow")
})
