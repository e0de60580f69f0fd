import { expect, test } from "vitest"
import type { ReviewSkill } from "../../skill/body/review/read-review-skill.ts"
import { keepLanguages } from "./default-skills.ts"

const skill: ReviewSkill = {
  name: "reviewing-security",
  type: "review",
  primaryAgent: "security-agent",
  focusAreas: [
    {
      name: "Injection",
      severity: "Critical",
      checks: [
        { text: "SQL" },
        { text: "exec", language: "Node.js/TypeScript" },
        { text: "Process.Start", language: "C#/.NET" },
        { text: "other", language: "Everywhere" },
      ],
    },
    { name: "Razor", severity: "Major", checks: [{ text: "Html.Raw", language: ".NET" }] },
  ],
  patterns: [],
  falsePositiveRules: [],
  priorityFiles: { patterns: [], notes: [] },
  methodology: null,
}

test.each([
  [["typescript"], [["Injection", "SQL", "exec", "other"]]],
  [["python"], [["Injection", "SQL", "other"]]],
  [
    ["csharp"],
    [
      ["Injection", "SQL", "Process.Start", "other"],
      ["Razor", "Html.Raw"],
    ],
  ],
])("for %j a skill has the checks that fit", (languages, expected) => {
  const { focusAreas } = keepLanguages(skill, languages)
  expect(focusAreas.map(({ name, checks }) => [name, ...checks.map(({ text }) => text)])).toEqual(expected)
})
