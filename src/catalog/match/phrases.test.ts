import { expect, test } from "vitest"
import { listPhrases } from "./phrases.ts"
import { readRequestTerms } from "./read-request-terms.ts"

test.each([
  ["store the events", ["stor event"]],
  ["stores events, store event", ["stor event", "event stor"]],
  ["the app store listing", ["applic stor", "stor list"]],
  ["events", []],
  ["", []],
])("the phrases of %j are %j", (request, phrases) => {
  const found = listPhrases(readRequestTerms(request))
  expect(found.map(({ parts }) => parts.join(" "))).toEqual(phrases)
})

test("words that an idiom stands for do not follow each other", () => {
  const terms = readRequestTerms("I have no idea why")
  expect(terms.map(({ term }) => term)).toContain("debug")
  expect(listPhrases(terms)).toEqual([])
})
