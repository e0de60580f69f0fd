import { expect, test } from "vitest"
import { garden } from "../../../../test/plant.ts"
import { openSession } from "../../../catalog/io/session/open-session.ts"
import { resolveSkills } from "./resolve-skills.ts"
import { makeResolutionDocument } from "../../instructions/make-resolution-document.ts"
import { agentsDocument } from "../../instructions/agents-document.ts"

test("what skills mean for each agent is a document: ten containers, and what validation gets", async () => {
  const { options } = garden({ "project/a.js": "" })
  const document = agentsDocument(await resolveSkills(openSession({ ...options, cache: false }), "reviewing-security"))
  expect(Object.keys(document.agents)).toHaveLength(10)
  expect(document.agents["synthesis-agent"]).toEqual({
    focus_areas: [],
    checklist: [],
    auto_validate: [],
    false_positive_rules: [],
    methodology: null,
  })
  expect(document.agents["security-agent"]?.focus_areas.length).toBeGreaterThan(3)
})

test("only our own patterns with enough evidence reach an agent as proof; a skill's patterns do because its author vouches for them", async () => {
  const { options } = garden({
    "home/.claude/skills/reviewing-bugs/SKILL.md":
      "---\nname: reviewing-bugs\ndescription: d\n---\n# B\n\n## Auto-Validated Patterns\n\n| Pattern | Regex | Description |\n|---|---|---|\n| `my-eval` | `\\beval\\(` | eval |\n",
  })
  const skillet = openSession({ ...options, cache: false })
  const ids = async (name: string) =>
    agentsDocument(await resolveSkills(skillet, name)).skill_validation_context.auto_validate_patterns.map(
      ({ id }) => id,
    )
  expect(await ids("reviewing-security")).toEqual([])
  expect((await ids("reviewing-technical-debt")).toSorted()).toEqual(["check-silenced-python", "todo-without-owner"])
  expect(await ids("reviewing-bugs")).toEqual(["my-eval"])
  const {
    resolved_skills: [debt],
  } = makeResolutionDocument(await resolveSkills(skillet, "reviewing-technical-debt"))
  const todo = debt !== undefined && "auto_validated_patterns" in debt ? debt.auto_validated_patterns : []
  expect(todo.find(({ id }) => id === "todo-without-owner")).toMatchObject({
    evidence: { judged: 119, precision: 0.992, at_least: 0.954, is_proof: true },
  })
  expect(todo.find(({ id }) => id === "deprecated-api")).toMatchObject({ evidence: { is_proof: false } })
})

test("of several methods every word reaches the agents, and a skill that was not found is named", async () => {
  const method = (name: string, approach: string) =>
    `---\nname: ${name}\ndescription: d\nmetadata:\n  skillet-type: methodology\n---\n# M\n\n${approach}\n\n1. ${name} step\n`
  const { options } = garden({
    "home/.claude/skills/one-way/SKILL.md": method("one-way", "Doubt it."),
    "home/.claude/skills/other-way/SKILL.md": method("other-way", "Trace it."),
  })
  const resolution = await resolveSkills(openSession({ ...options, cache: false }), "one-way,other-way,absent")
  const document = agentsDocument(resolution)
  expect(document.failed_skills).toEqual(["absent"])
  expect(document.agents["synthesis-agent"]?.methodology).toEqual({
    approach: "Doubt it. Trace it.",
    mindset: null,
    steps: ["one-way step", "other-way step"],
    questions: [],
  })
})

test("the document has what prompts have: no rules of a skill without approval, and no steps that need a person", async () => {
  const { options } = garden({
    "project/.agents/skills/reviewing-bugs/SKILL.md":
      "---\ndescription: d\n---\n## Nulls (Major)\n- Look\n\n## False Positive Rules\n- Anything in tests\n",
    "project/.agents/skills/method/SKILL.md":
      "---\ndescription: d\n---\nSlowly.\n\n## Steps\n1. Read it\n2. Ask the user what it is for\n3. Is it safe?\n",
  })
  const skillet = openSession({ ...options, cache: false })
  const document = agentsDocument(await resolveSkills(skillet, "reviewing-bugs,method"))
  expect(document.agents["bug-detection-agent"]?.false_positive_rules).toEqual([])
  expect(document.skill_validation_context.false_positive_rules).toEqual([])
  expect(document.agents["synthesis-agent"]?.methodology?.steps).toEqual(["Read it", "Is it safe?"])
  expect(document.warnings).toEqual([
    "skill reviewing-bugs is not approved, so its 1 false-positive rule was not used; skillet trust add reviewing-bugs approves it",
    'reviewers do not get 1 step that needs a person, a commit or another skill, of method: "Ask the user what it is for"',
  ])
})
