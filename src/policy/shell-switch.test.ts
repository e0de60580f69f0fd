import { expect, test } from "vitest"
import { isShellOff, sandboxFor } from "./shell-switch.ts"

test("commands that are switched off stay off for every source but the machine's own and the bundled", () => {
  const kinds = ["managed", "bundled", "project", "user", "added", "plugin", "mcp", "commands"] as const
  expect(kinds.filter((kind) => isShellOff(true, kind))).toEqual(kinds.slice(2))
  expect(kinds.some((kind) => isShellOff(false, kind))).toBe(false)
})

test("a required sandbox cannot be waived, and can be asked for", () => {
  expect([sandboxFor("required", "preferred"), sandboxFor("preferred", "required")]).toEqual(["required", "required"])
  expect(sandboxFor("preferred", undefined)).toBe("preferred")
})
