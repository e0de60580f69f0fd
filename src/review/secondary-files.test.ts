import { expect, test } from "vitest"
import { placeOfFinding } from "./secondary-files.ts"

test.each([
  ["scripts/release.js", "minor", "tool"],
  ["scripts/release.js", "major", undefined],
  ["setup.py", "minor", "tool"],
  ["src/scripts/run.js", "minor", undefined],
  ["src/a.js", "minor", undefined],
  ["test/a.js", "major", "test"],
  ["shop/upgrades/db2.py", "major", undefined],
] as const)("a finding in %s that is %s is in secondary code: %s", (path, severity, expected) => {
  expect(placeOfFinding({ severity, category: "security" }, { path, text: "", isTest: false }, [])).toBe(expected)
})

test("how fast a migration is matters little", () => {
  const file = { path: "shop/upgrades/db2.py", text: "", isTest: false }
  expect(placeOfFinding({ severity: "major", category: "performance" }, file, [])).toBe("migration")
})

test("in a directory that somebody names, tools are code like any other", () => {
  const file = { path: "scripts/release.js", text: "", isTest: false }
  expect(placeOfFinding({ severity: "minor", category: "security" }, file, ["scripts"])).toBe(undefined)
})
