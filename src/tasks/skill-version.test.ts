import { expect, test } from "vitest"
import { findSkillVersion } from "./skill-version.ts"

test.each([
  ["2.0", "/x/superpowers/4.0.2/skills/tdd/SKILL.md", "2.0"],
  [undefined, "/x/superpowers/4.0.2/skills/tdd/SKILL.md", "4.0.2"],
  [undefined, "/p/.claude/skills/tdd/SKILL.md", undefined],
])("a skill has its own version, or that of its plugin: %s %s", (own, path, expected) => {
  expect(findSkillVersion(own, path)).toBe(expected)
})
