import { expect, test } from "vitest"
import { describeBadReference, describeNotLoaded, describeNotRead } from "./resolution-warnings.ts"

const missing = { code: "skill.not-found", message: "there is no skill a", next: "did you mean b?" }
const off = { code: "skill.off", message: "it is off:\n settings", next: "skillet why a explains it" }

test("a skill that the catalog does not have may be read from a plugin", () => {
  expect(describeNotLoaded({ text: "a" }, missing)).toEqual({
    warnings: [
      "Warning: Skill() tool failed for 'a'. Falling back to direct file read.\nError: there is no skill a; did you mean b?",
    ],
    mayReadFile: true,
  })
})

test("a skill that is switched off is not read another way", () => {
  expect(describeNotLoaded({ text: "a" }, off)).toEqual({
    warnings: [
      "Warning: Skill() tool failed for 'a'. Falling back to direct file read.\nError: it is off: settings",
      "Warning: Skill 'a' is switched off and was not read.\nContinuing with remaining skills.",
    ],
    mayReadFile: false,
  })
})

test("a copy that was named is that copy or none", () => {
  expect(describeNotLoaded({ text: "a@user", isCopy: true }, missing).mayReadFile).toBe(false)
  expect(describeNotLoaded({ text: "a@user", isCopy: true }, off).warnings[0]).toMatch(
    /^Warning: Skill 'a@user' could not be read\./,
  )
})

test("a missing one lists every place that was searched", () => {
  expect(describeNotRead("a", missing, ["/p/*/a", "/q/a"])).toBe(
    "Warning: Skill 'a' not found.\nSearched paths:\n  - /p/*/a\n  - /q/a\nContinuing with remaining skills.",
  )
  expect(describeNotRead("a", off, ["/p"])).toMatch(
    /^Warning: Skill 'a' could not be read\.\nError: it is off: settings\n/,
  )
  expect(describeBadReference("a::b", "two colons")).toMatch(
    /^Warning: Skill 'a::b' is not a valid reference\.\nError: two colons\n/,
  )
})
