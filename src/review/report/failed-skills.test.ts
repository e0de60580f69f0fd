import { expect, test } from "vitest"
import { describeFailedSkills } from "./report-markdown.ts"

test("a report lists the skills that could not be resolved, if there are any", () => {
  expect(describeFailedSkills(["superpowers:nonexistent-skill", "other"])).toBe(
    "> **Warning:** The following skills could not be resolved and were skipped:\n> - superpowers:nonexistent-skill\n> - other",
  )
  expect(describeFailedSkills([])).toBe("")
})
