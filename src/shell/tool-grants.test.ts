import { expect, test } from "vitest"
import { decideCommand } from "./judge/decide-command.ts"
import { expandGrants, findRuleFault, decideToolGrants } from "./tool-grants.ts"

const variables = { PLUGIN_ROOT: "/p/my plugin", SKILL_DIR: "/s", SESSION_ID: "x" }

test("variables in grants are expanded before they are matched", () => {
  const allow = expandGrants(
    ["Bash(${CLAUDE_PLUGIN_ROOT}/scripts/x.sh:*)", "Bash(${SKILLET_SKILL_DIR}/y.sh)"],
    variables,
  )
  expect(allow).toEqual(["Bash('/p/my plugin'/scripts/x.sh:*)", "Bash(/s/y.sh)"])
  expect(decideCommand("'/p/my plugin/scripts/x.sh' a", { allow }).decision).toBe("allow")
  expect(decideCommand("/p/my plugin/scripts/x.sh", { allow }).decision).toBe("deny")
  expect(decideCommand("/s/y.sh", { allow }).decision).toBe("allow")
})

test.each([
  ["a variable that is no path", "Bash(${CLAUDE_SESSION_ID}:*)", variables],
  ["one nobody knows", "Bash(${CLAUDE_PLUGIN_ROOT}/x.sh:*)", {}],
  ["one of the environment", "Bash($HOME/x.sh:*)", variables],
  ["a path that could end a quote", "Bash(${CLAUDE_PLUGIN_ROOT}/x.sh:*)", { PLUGIN_ROOT: "/a'b" }],
  ["a relative path", "Bash(${CLAUDE_PLUGIN_ROOT}:*)", { PLUGIN_ROOT: "rm" }],
])("%s stays as it is and allows nothing", (_, grant, known) => {
  expect(expandGrants([grant], known)).toEqual([grant])
  expect(decideCommand("/p/x.sh", { allow: [grant] }).decision).toBe("deny")
})

test("tools that ask the person are never granted", () => {
  const header = { allowedTools: ["Read", "AskUserQuestion", "ExitPlanMode"] }
  expect(decideToolGrants(header, { isGranted: true, variables: {} }).allowed).toEqual(["Read"])
})

test("a tool that a skill disallows is not granted, trusted or not", () => {
  const header = { allowedTools: ["Bash(git:*)", "Read", "Edit(a)"], disallowedTools: ["Bash", "Edit(a)"] }
  expect(decideToolGrants(header, { isGranted: true, variables: {} })).toEqual({
    allowed: ["Read"],
    disallowed: ["Bash", "Edit(a)"],
  })
  expect(decideToolGrants(header, { isGranted: false, variables: {} })).toEqual({
    allowed: [],
    disallowed: ["Bash", "Edit(a)"],
  })
})

test("a rule that cannot be read says why; one for Bash or another tool is fine", () => {
  expect(findRuleFault("Bash(git log")).toBe(
    'the rule "Bash(git log" is not closed: end it with one closing parenthesis',
  )
  expect(findRuleFault("Bash(git log:*)")).toBeUndefined()
  expect(findRuleFault("Read(./.env)")).toBeUndefined()
})
