import { expect, test } from "vitest"
import { findMatchedWords, readRequestTerms } from "./read-request-terms.ts"

test("a request is looked up by its words, each once, without stop words", () => {
  expect(readRequestTerms("Please review the tests, then test again").map(({ term }) => term)).toEqual([
    "review",
    "test",
  ])
})

test.each([
  ["Review my Tests", ["review", "test"], ["Review", "Tests"]],
  ["test Tests TEST", ["test"], ["test", "Tests"]],
  ["a front-end", ["front"], ["front"]],
  ["a front-end", ["front", "frontend"], ["front-end"]],
  ["表格处理", ["表格", "处理"], ["表格", "处理"]],
  ["表格处理", ["表格", "格处", "处理"], ["表格处理"]],
  ["  webapp-te ", [], ["webapp-te"]],
])("in %j the terms %j are the words %j", (request, found, words) => {
  const terms = readRequestTerms(request).filter(({ term }) => found.includes(term))
  expect(findMatchedWords(request, terms)).toEqual(words)
})

test("a pasted text is cut, not refused", () => {
  const words = Array.from({ length: 5000 }, (_, at) => `word${at}`)
  expect(readRequestTerms(words.join(" ")).length).toBe(100)
})
