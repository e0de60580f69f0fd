import { expect, test } from "vitest"
import { profiles } from "../hosts/profiles.ts"
import { type GateCommand, findGateFault } from "./find-gate-fault.ts"

const gate: GateCommand = {
  command: "grep -q yes done.txt",
  profile: profiles.open,
  permissions: { allow: [], ask: [], deny: [] },
  shellOff: false,
  started: "shared",
  now: "shared",
  grants: ["Bash(grep:*)"],
  given: [],
}

test("the command of a trusted skill runs under its own grants", () => {
  expect(findGateFault(gate)).toBeUndefined()
  expect(findGateFault({ ...gate, grants: [] })).toContain("no rule covers grep")
})

test.each([
  ["commands are switched off", { shellOff: true }, "switched off in the settings"],
  ["the skill was never approved", { started: "remote", now: "remote" }, "is not approved"],
  ["it is no longer approved", { now: "remote" }, "changed since the run started"],
  ["it was approved only after the run began", { started: "remote", now: "shared" }, "is not approved"],
  ["a rule refuses it", { permissions: { allow: [], ask: [], deny: ["Bash(grep:*)"] } }, "a rule denies"],
] as const)("it does not run where %s", (_, more, why) => {
  expect(findGateFault({ ...gate, ...more })).toContain(why)
})

test("a rule for one command of an unapproved skill allows nothing else", () => {
  const unapproved = { ...gate, started: "remote", now: "remote", given: ["Bash(grep:*)"] } as const
  expect(findGateFault(unapproved)).toBeUndefined()
  expect(findGateFault({ ...unapproved, command: "ls" })).toContain("no rule covers ls")
  const allow = ["Bash(ls:*)"]
  expect(findGateFault({ ...unapproved, command: "ls", permissions: { allow, ask: [], deny: [] } })).toContain(
    "no rule",
  )
})
