import { expect, test } from "vitest"
import { descriptionParts, mentionsOfSkills } from "./purpose.ts"

test.each([
  ["Reads tables. Use when a workbook arrives.", "Reads tables.", "Use when a workbook arrives."],
  ["Reads tables, whenever the user wants a sum.", "Reads tables, ", "whenever the user wants a sum."],
  ["This skill should be used when testing.", "This skill should be ", "used when testing."],
  ["Makes decks. Do not use for tables.", "Makes decks.", ""],
  ["Use for decks, not for tables.", "", "Use for decks, "],
  ["Only makes decks.", "Only makes decks.", ""],
  ["", "", ""],
])("%j is %j and is for %j", (description, rest, purpose) => {
  const parts = descriptionParts(description)
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
])("%j speaks of other skills %d times", (description, times) => {
  expect(mentionsOfSkills(description)).toBe(times)
})

test.each([
  ["use ", "rest"],
  ["a skill ", "rest"],
  ["use when ", "purpose"],
] as const)("a description of nothing but %j is taken apart all the same, as its %s", (words, part) => {
  const description = words.repeat(50_000)
  expect(descriptionParts(description)[part]).toHaveLength(description.length)
  expect(mentionsOfSkills(description)).toBe(words === "a skill " ? 50_000 : 0)
})
