import { expect, test } from "vitest"
import { rawTexts } from "./raw-text.ts"

const skill = { name: "n", file: "---\nname: n\n---\n\nBody $1\n", body: "\nBody $1\n", folder: "/s/n" }

test("each host puts its own tags around the text, and inserts nothing", () => {
  expect(rawTexts.codex(skill)).toBe(
    "<skill>\n<name>n</name>\n<path>/s/n/SKILL.md</path>\n---\nname: n\n---\n\nBody $1\n\n</skill>",
  )
  expect(rawTexts.opencode(skill)).toBe(
    '<skill_content name="n">\n# Skill: n\n\nBody $1\n\nBase directory for this skill: /s/n\n</skill_content>',
  )
  expect(rawTexts.gemini(skill)).toBe(
    '<activated_skill name="n">\n<instructions>\nBody $1\n</instructions>\n</activated_skill>',
  )
})

test("a path that the text may not know is left out", () => {
  expect(rawTexts.codex({ ...skill, folder: undefined })).not.toContain("<path>")
})
