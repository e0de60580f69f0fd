import { expect, test } from "vitest"
import { findAskedThing, chooseCompositeSkill, findRoute } from "./choose-composite-skill.ts"
import { decideReasoning } from "./decide-reasoning.ts"
import { planSequence } from "./plan-sequence.ts"

const known = [
  { name: "develop-skill", description: "skills" },
  { name: "develop-project", description: "projects" },
]
const ranked = known.map((one, at) => ({ ...one, score: 2 - at, words: ["build", "project"].slice(at) }))

test("a skill is chosen by name, by its name in the request, by match, or not at all", () => {
  expect(chooseCompositeSkill({ query: "x", named: "develop-project" }, known, [])).toEqual({
    skill: "develop-project",
    because: "it was named with --skill",
    close: [],
  })
  expect(chooseCompositeSkill({ query: "Develop Project: a shop" }, known, ranked)).toEqual({
    skill: "develop-project",
    because: 'the request names it, "develop-project"',
    close: ["develop-skill"],
  })
  expect(chooseCompositeSkill({ query: "build it" }, known, ranked)).toEqual({
    skill: "develop-skill",
    because: "it matches on build, project",
    close: ["develop-project"],
  })
  expect(chooseCompositeSkill({ query: "cook", route: undefined }, known, ranked.slice(1))).toEqual({
    because: "no composite skill fits",
    close: ["develop-project"],
  })
  expect(chooseCompositeSkill({ query: "Develop Project", route: "dynamic" }, known, ranked).skill).toBeUndefined()
})

const things = ["app", "shop", "cli", "api", "command", "slash command", "skill", "learnings"]

test.each([
  ["build me a small web shop", "shop"],
  ["Please build me two todo apps for my team.", "app"],
  ["create a CLI that converts csv to json", "cli"],
  ["implement a REST API with tests", "api"],
  ["I need a new slash command that prints the date", "slash command"],
  ["write a skill for building apps", "skill"],
  ["we should collect the learnings of last week", "learnings"],
  ["build a web shop guide", undefined],
  ["create a report about our app", undefined],
  ["why is my app slow", undefined],
  ["write a poem", undefined],
  ["explain the API", undefined],
  ["", undefined],
] as const)("%s: asks for %s", (query, thing) => {
  expect(findAskedThing(query, things)).toBe(thing)
})

test("a skill that makes what is requested comes before one that only shares words", () => {
  const makers = [
    { name: "develop-skill", description: "skills", makes: ["skill"] },
    { name: "develop-project", description: "projects", makes: ["shop"] },
  ]
  expect(chooseCompositeSkill({ query: "build a shop" }, makers, ranked)).toEqual({
    skill: "develop-project",
    because: "it makes what the request asks for: shop",
    close: ["develop-skill"],
  })
})

test("an unknown skill is refused with a list of the existing ones", () => {
  expect(() => chooseCompositeSkill({ query: "x", named: "develop-skil" }, known, [])).toThrow(
    expect.objectContaining({ code: "composite.not-found", next: "did you mean develop-skill?" }),
  )
  expect(() => chooseCompositeSkill({ query: "cook", route: "skill" }, known, [])).toThrow(
    expect.objectContaining({ code: "composite.none-fits" }),
  )
})

test("routes have the names of the protocol, and another is an error that lists them", () => {
  expect(["skill", "dynamic", "skill-orchestration", "dynamic-skill-sequencing"].map(findRoute)).toEqual([
    "skill",
    "dynamic",
    "skill",
    "dynamic",
  ])
  expect(() => findRoute("fast")).toThrow(
    "ERROR: Invalid route 'fast'. Valid routes: skill, dynamic, skill-orchestration, dynamic-skill-sequencing",
  )
})

test("a sequence has the functions that the request asks for, in their fixed order, or all of them", () => {
  const names = (query: string) => planSequence(query).functions.map(({ name }) => name)
  expect(names("write an essay after you look up its sources")).toEqual(["clarification", "research", "generation"])
  expect(names("why is it slow")).toEqual(["clarification", "analysis"])
  expect(names("hello")).toEqual(["clarification", "research", "analysis", "synthesis", "generation", "validation"])
  expect(planSequence("why is it slow").functions[1]).toEqual({ name: "analysis", because: 'the request says "why"' })
})

test("findings of a planned validation go back to the phase before it", () => {
  const { phases } = planSequence("fix the login and verify it").composite
  expect(phases.map(({ id, type, remediationTarget }) => [id, type, remediationTarget])).toEqual([
    ["clarification", "LINEAR", undefined],
    ["generation", "LINEAR", undefined],
    ["validation", "REMEDIATION", "generation"],
  ])
})

test("what reasoning chose comes after a name in the request and before words", () => {
  const choose = (query: string, skill: string, route?: "skill") =>
    chooseCompositeSkill({ query, reasoned: { session: "r", skill }, route }, known, ranked)
  expect(choose("build it", "develop-project")).toEqual({
    skill: "develop-project",
    because: "the reasoning in r chose it",
    close: ["develop-skill"],
  })
  expect(choose("Develop skill, please", "develop-project").skill).toBe("develop-skill")
  expect(choose("build it", "none")).toMatchObject({ because: "the reasoning in r found no skill that fits" })
  expect(choose("build it", "none", "skill").skill).toBe("develop-skill")
  expect(() => choose("build it", "gone")).toThrow(expect.objectContaining({ code: "composite.not-found" }))
})

test.each([
  [{ isAsked: true, isOfSkill: false, isChosen: false, isDone: false }, "before"],
  [{ isAsked: false, isOfSkill: true, isChosen: false, isDone: false }, "before"],
  [{ isAsked: true, isOfSkill: false, isChosen: true, isDone: false }, "within"],
  [{ isAsked: false, isOfSkill: true, isChosen: true, isDone: false }, "within"],
  [{ isAsked: true, isOfSkill: true, isChosen: false, isDone: true }, "no"],
  [{ isAsked: false, isOfSkill: false, isChosen: false, isDone: false }, "no"],
] as const)("%j: the request is thought through %s", (facts, when) => {
  expect(decideReasoning(facts)).toBe(when)
})
