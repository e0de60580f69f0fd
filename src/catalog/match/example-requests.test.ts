import { describe, expect, test } from "vitest"
import { listExampleStarts, listExamples } from "./example-requests.ts"
import type { MatchStore } from "./match-store.ts"
import { openMatchIndex } from "./match-index.ts"

describe("the examples of a text", () => {
  test.each([
    ['Use when the user says "are you sure", "did you test it".', 2],
    ["Use when asked 'does it work' or ‘is it done’.", 2],
    ["Use when the user's tests fail or the team's build is red.", 0],
    ['Use for "deploy", "it" or "to the".', 0],
    ['Use for "the deploy".', 0],
    ['Use for "one two three four five six seven eight nine".', 0],
  ])("%j has %i", (text, count) => {
    expect(listExamples(text)).toHaveLength(count)
  })

  test.each([
    ["check back every 10 minutes", "every 5 minutes"],
    ["please check the tests", "checks my test"],
    ["So — ARE YOU SURE?", "are you really sure"],
  ])("%j contains %j", (request, example) => {
    const [term = ""] = listExamples(`Use when they say "${example}".`)
    expect(listExampleStarts(request).filter(({ spans }) => spans.has(term))).toHaveLength(1)
  })
})

describe("a request that contains an example", () => {
  const described: Readonly<Record<string, string>> = {
    prove: 'Runs what was changed. Use when the user says "are you sure", "are you sure it was not us".',
    sureties: "Checks sure sureties of banks, for insurers that are sure of them.",
    ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`other-${at}`, `Makes thing ${at} of the house.`])),
  }
  const skills = Object.entries(described).map(([name, description]) => ({
    name,
    path: `/${name}`,
    size: 1,
    changed: 0,
    description,
  }))
  const store: MatchStore = {
    open: () => undefined,
    save: () => "failed",
    readBody: () => "",
    settled: () => Number.POSITIVE_INFINITY,
  }

  test("finds its skill, though no word of it says anything", () => {
    const [first] = openMatchIndex(store, "1").rank(skills, "Are you sure?", 3)
    expect({ name: first?.skill.name, words: first?.words }).toEqual({ name: "prove", words: ["Are you sure"] })
  })

  test("is worth more with a longer example, and not twice with two", () => {
    const index = openMatchIndex(store, "1")
    const [short] = index.rank(skills, "are you sure", 1)
    const [long] = index.rank(skills, "are you sure that it was not us", 1)
    expect((long?.worth ?? 0) / (short?.worth ?? 0)).toBeCloseTo(5 / 3, 2)
  })
})
