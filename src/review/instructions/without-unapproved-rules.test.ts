import { expect, test } from "vitest"
import type { NamedReviewSkill } from "../plan/review-patterns.ts"
import { withoutUnapprovedRules } from "./without-unapproved-rules.ts"

test("a skill that is not approved excuses nothing, and the review says so", () => {
  const skill = (name: string, isTrusted: boolean, falsePositiveRules: readonly string[]): NamedReviewSkill => ({
    name,
    isTrusted,
    falsePositiveRules,
    path: `/skills/${name}/SKILL.md`,
    type: "review",
    primaryAgent: "security-agent",
    focusAreas: [],
    patterns: [],
    priorityFiles: { patterns: [], notes: [] },
    methodology: null,
  })
  const ofPlugin = { ...skill("sold", false, ["d"]), source: "shop:sold" }
  const skills = [skill("mine", true, ["a"]), skill("theirs", false, ["b", "c"]), skill("plain", false, []), ofPlugin]
  const read = withoutUnapprovedRules({ skills, warnings: ["before"] })
  expect(read.skills.map(({ falsePositiveRules }) => falsePositiveRules)).toEqual([["a"], [], [], []])
  expect(read.warnings).toEqual([
    "before",
    "skill theirs is not approved, so its 2 false-positive rules were not used; skillet trust add theirs approves it",
    "skill sold is not approved, so its 1 false-positive rule was not used; skillet trust add shop:sold approves it",
  ])
})
