import { expect, test } from "vitest"
import { garden } from "../../../test/plant.ts"
import { openSkillet } from "../session/open-skillet.ts"
import { resolveSkills } from "./resolve-skills.ts"
import { agentsDocument } from "./agents-document.ts"

test("what skills mean for each agent is a document: ten containers, and what validation gets", async () => {
  const { options } = garden({ "project/a.js": "" })
  const document = agentsDocument(await resolveSkills(openSkillet({ ...options, cache: false }), "reviewing-security"))
  expect(Object.keys(document.agents)).toHaveLength(10)
  expect(document.agents["synthesis-agent"]).toEqual({
    focus_areas: [],
    checklist: [],
    auto_validate: [],
    false_positive_rules: [],
    methodology: null,
  })
  expect(document.agents["security-agent"]?.focus_areas.length).toBeGreaterThan(3)
  expect(document.skill_validation_context.auto_validate_patterns.length).toBeGreaterThan(3)
})
