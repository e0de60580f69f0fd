import { expect, test } from "vitest"
import { chooseSkill, routeNamed } from "./choose-skill.ts"
import { classifyDomain } from "./classify-domain.ts"
import { planSequence } from "./plan-sequence.ts"

test.each([
  ["refactor the parser of our TypeScript CLI and test the database code", "technical", "CERTAIN"],
  ["write a poem with a melancholy melody", "creative", "PROBABLE"],
  ["plan a camping trip with a fishing weekend", "recreational", "CERTAIN"],
  ["prepare a contract for our client", "professional", "PROBABLE"],
  ["help my family with a diet", "personal", "CERTAIN"],
  ["design a logo for the app of my client", "hybrid", "POSSIBLE"],
  ["do the thing", "technical", "UNCERTAIN"],
] as const)("%s: %s, %s", (query, domain, confidence) => {
  const found = classifyDomain(query)
  expect([found.domain, found.confidence]).toEqual([domain, confidence])
})

test("the words that decided a domain are told, and each domain has standards of its own", () => {
  const found = classifyDomain("write a poem about a server")
  expect(found).toEqual({
    domain: "hybrid",
    primary: "creative",
    secondary: "technical",
    confidence: "POSSIBLE",
    evidence: { creative: ["write", "poem"], technical: ["server"] },
    standards: expect.stringContaining("The voice stays one voice.") as string,
  })
  expect(classifyDomain("fix the bug in the server code").standards).not.toBe(found.standards)
})

const known = [
  { name: "develop-skill", description: "skills" },
  { name: "develop-project", description: "projects" },
]
const ranked = known.map((one, at) => ({ ...one, score: 2 - at, words: ["build", "project"].slice(at) }))

test("a skill is chosen by name, by its name in the request, by match, or not at all", () => {
  expect(chooseSkill({ query: "x", named: "develop-project" }, known, [])).toEqual({
    skill: "develop-project",
    because: "it was named with --skill",
    close: [],
  })
  expect(chooseSkill({ query: "Develop Project: a shop" }, known, ranked)).toEqual({
    skill: "develop-project",
    because: 'the request says its name, "develop-project"',
    close: ["develop-skill"],
  })
  expect(chooseSkill({ query: "build it" }, known, ranked)).toEqual({
    skill: "develop-skill",
    because: "it matches on build, project",
    close: ["develop-project"],
  })
  expect(chooseSkill({ query: "cook", route: undefined }, known, ranked.slice(1))).toEqual({
    because: "no composite skill fits",
    close: ["develop-project"],
  })
  expect(chooseSkill({ query: "Develop Project", route: "dynamic" }, known, ranked).skill).toBeUndefined()
})

test("what cannot be chosen is refused with what there is", () => {
  expect(() => chooseSkill({ query: "x", named: "develop-skil" }, known, [])).toThrow(
    expect.objectContaining({ code: "composite.not-found", next: "did you mean develop-skill?" }),
  )
  expect(() => chooseSkill({ query: "cook", route: "skill" }, known, [])).toThrow(
    expect.objectContaining({ code: "composite.none-fits" }),
  )
})

test("routes have the names of the protocol, and another is an error that lists them", () => {
  expect(["skill", "dynamic", "skill-orchestration", "dynamic-skill-sequencing"].map(routeNamed)).toEqual([
    "skill",
    "dynamic",
    "skill",
    "dynamic",
  ])
  expect(() => routeNamed("fast")).toThrow(
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
