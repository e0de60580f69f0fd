import { expect, test } from "vitest"
import { readSkillBody, requireSkill } from "./require-skill.ts"

const refused = `---json\n{"name": "a"}\n---\nText\n`

test("a refused skill is an error that says why, and never an empty skill", () => {
  expect(() => requireSkill(refused, "/a/SKILL.md")).toThrow(expect.objectContaining({ code: "skill.refused" }))
  expect(requireSkill("---\nname: a\n---\nText\n", "/a/SKILL.md").skill.header.name).toBe("a")
})

test("the whole text of a refused skill is its body, so that nothing is lost", () => {
  expect(readSkillBody(refused)).toEqual({ body: refused })
  expect(readSkillBody('---\nname: a\nversion: "2"\n---\nText\n')).toEqual({ body: "Text\n", version: "2" })
})
