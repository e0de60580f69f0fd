import { expect, test } from "vitest"
import { findFindingPlace } from "./secondary-files.ts"

test.each([
  ["scripts/release.js", "minor", "tool"],
  ["scripts/release.js", "major", undefined],
  ["setup.py", "minor", "tool"],
  ["src/scripts/run.js", "minor", undefined],
  ["src/a.js", "minor", undefined],
  ["test/a.js", "major", "test"],
  ["shop/upgrades/db2.py", "major", undefined],
  ["shop/settings/dev.py", "minor", "development settings"],
  ["shop/settings/production.py", "minor", undefined],
] as const)("a finding in %s that is %s is in secondary code: %s", (path, severity, expected) => {
  expect(findFindingPlace({ severity, category: "security" }, { path, text: "", isTest: false }, [])).toBe(expected)
})

test.each([
  ["shop/upgrades/db2.py", "migration"],
  ["shop/management/commands/sync.py", "command"],
  ["www/vite.config.ts", "command"],
] as const)("how fast %s is matters little", (path, place) => {
  const finding = { severity: "major", category: "performance" } as const
  expect(findFindingPlace(finding, { path, text: "", isTest: false }, [])).toBe(place)
})

test("a script on long lines is minified, whatever its name is", () => {
  const file = (text: string) => ({ path: "content/ace.js", text, isTest: false })
  const finding = { severity: "major", category: "bugs" } as const
  expect(findFindingPlace(finding, file(`var a=1;${"f(a);".repeat(1000)}`), [])).toBe("minified")
  expect(findFindingPlace(finding, file("f(a);\n".repeat(1000)), [])).toBe(undefined)
})

test("in a directory that somebody names, tools are code like any other", () => {
  const file = { path: "scripts/release.js", text: "", isTest: false }
  expect(findFindingPlace({ severity: "minor", category: "security" }, file, ["scripts"])).toBe(undefined)
})
