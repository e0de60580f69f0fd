import { expect, test } from "vitest"
import { splitDescription, openDocumentReader, type MatchText, countSkillMentions } from "./match-document.ts"
import { IN_NAME } from "./match-fields.ts"
import { toPhrase } from "./phrases.ts"
import { SKILLS_TERM } from "./words/concepts.ts"

const empty: MatchText = { name: "", description: "", body: "" }

test("a word counts by where it is: name, description, when to use it, the rest", () => {
  const strengths = strengthsIn({
    name: "alpha",
    description: `beta ${"filler ".repeat(20)}`,
    whenToUse: "gamma",
    body: "# Delta\nepsilon\n```\nzeta\n```\n## When to use\neta",
  })
  const order = ["alpha", "beta", "gamma", "epsilon", "delta"].map((word) => strengths.get(word)! % IN_NAME)
  expect(order).toEqual([...order].sort((a, b) => b - a))
  expect(strengths.get("eta")).toBe(strengths.get("gamma"))
  expect(strengths.get("zeta")).toBe(strengths.get("epsilon"))
})

test("only words of the name carry its mark", () => {
  const strengths = strengthsIn({ ...empty, name: "alpha", description: "alpha beta" })
  expect(strengths.get("alpha")! >= IN_NAME).toBe(true)
  expect(strengths.get("beta")! >= IN_NAME).toBe(false)
})

test("more occurrences of a word count more, with diminishing returns", () => {
  const times = [1, 2, 4, 8, 16, 10_000].map(
    (count) =>
      strengthsIn({ ...empty, body: `${"alpha ".repeat(count)} ${"beta ".repeat(500 - Math.min(count, 500))}` }).get(
        "alpha",
      )!,
  )
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
  expect(times.at(-1)!).toBeLessThanOrEqual(127)
})

test("a word in a short description says more than in a long one", () => {
  const short = strengthsIn({ ...empty, description: "alpha" }).get("alpha")!
  const long = strengthsIn({ ...empty, description: `alpha ${"beta ".repeat(50)}` }).get("alpha")!
  expect(short).toBeGreaterThan(long)
})

test("code counts once, and not at all where the text has the word", () => {
  const code = "\n```\nalpha alpha alpha\n```\n"
  const once = strengthsIn({ ...empty, body: "alpha" }).get("alpha")
  expect(strengthsIn({ ...empty, body: code }).get("alpha")).toBe(
    strengthsIn({ ...empty, body: "\n```\nalpha\n```" }).get("alpha"),
  )
  expect(strengthsIn({ ...empty, body: `alpha${code}` }).get("alpha")).toBe(once)
})

test("one reader gives the same word the same number in every skill", () => {
  const reader = openDocumentReader()
  const first = reader.read({ ...empty, description: "gammas alpha" })
  const second = reader.read({ ...empty, description: "beta gamma" })
  expect(first.terms.map((term) => reader.terms[term])).toEqual(["gamma", "alpha", toPhrase("gamma", "alpha")])
  expect(second.terms.map((term) => reader.terms[term])).toEqual(["beta", "gamma", toPhrase("beta", "gamma")])
})

test("phrases are those of what the skill says about itself, over stop words, and not of its body", () => {
  const terms = [...strengthsIn({ ...empty, description: "alpha of the beta", body: "gamma delta" }).keys()]
  expect(terms).toContain(toPhrase("alpha", "beta"))
  expect(terms).not.toContain(toPhrase("gamma", "delta"))
})

test.each([
  ["Creates skills. Improves existing skills.", true],
  ["Scans code. Skip it for what other skills do, such as the linting skills.", false],
])("%j is about skills: %j, because that is said at once", (description, isAbout) => {
  expect(strengthsIn({ ...empty, name: "alpha", description }).has(SKILLS_TERM)).toBe(isAbout)
})

test("text that is too long to be a word is left out", () => {
  expect([...strengthsIn({ ...empty, body: `${"x".repeat(41)} ${"y".repeat(100_000)} alpha` }).keys()]).toEqual([
    "alpha",
  ])
})

function strengthsIn(text: MatchText): ReadonlyMap<string, number> {
  const reader = openDocumentReader()
  const { terms, strengths } = reader.read(text)
  return new Map(terms.map((term, at) => [reader.terms[term]!, strengths[at]!]))
}

test.each([
  ["Reads tables. Use when a workbook arrives.", "Reads tables.", "Use when a workbook arrives."],
  ["Reads tables, whenever the user wants a sum.", "Reads tables, ", "whenever the user wants a sum."],
  ["This skill should be used when testing.", "This skill should be ", "used when testing."],
  ["Makes decks. Do not use for tables.", "Makes decks.", ""],
  ["Use for decks, not for tables.", "", "Use for decks, "],
  ["Only makes decks.", "Only makes decks.", ""],
  ["", "", ""],
])("%j is %j and is for %j", (description, rest, purpose) => {
  const parts = splitDescription(description)
  expect({ rest: parts.rest.trimEnd(), purpose: parts.purpose.trim() }).toEqual({
    rest: rest.trimEnd(),
    purpose: purpose.trim(),
  })
})

test.each([
  ["Use this skill when a test fails.", 0],
  ["A small skill that draws charts. The skill needs no network.", 0],
  ["Trains communication skills.", 0],
  ["Creates new skills and checks a SKILL.md.", 2],
  ["Use when two skills share a name.", 1],
])("%j mentions other skills %d times", (description, times) => {
  expect(countSkillMentions(description)).toBe(times)
})

test.each([
  ["use ", "rest"],
  ["a skill ", "rest"],
  ["use when ", "purpose"],
] as const)("a description of nothing but %j is taken apart all the same, as its %s", (words, part) => {
  const description = words.repeat(50_000)
  expect(splitDescription(description)[part]).toHaveLength(description.length)
  expect(countSkillMentions(description)).toBe(words === "a skill " ? 50_000 : 0)
})
