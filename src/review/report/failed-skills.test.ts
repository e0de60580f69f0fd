import { expect, test } from "vitest"
import { failedSkillsNotice } from "./report-markdown.ts"

test("a report names the skills that could not be resolved, and says nothing when there are none", () => {
  expect(failedSkillsNotice(["superpowers:nonexistent-skill", "other"])).toBe(
    "> **Warning:** The following skills could not be resolved and were skipped:\n> - superpowers:nonexistent-skill\n> - other",
  )
  expect(failedSkillsNotice([])).toBe("")
})
