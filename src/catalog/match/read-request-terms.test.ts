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

test.each([
  ["check the logs every 10 minutes", "recur"],
  ["send it nightly", "recur"],
  ["keep an eye on the build", "loop"],
  ["can somebody have a look", "request"],
  ["go over my changes", "review"],
  ["we're ready", "finish"],
  ["all tests are green", "finish"],
  ["some idea for an app", "brainstorm"],
  ["I'm not sure how", "brainstorm"],
  ["talk through what we need", "brainstorm"],
  ["no idea why", "debug"],
  ["it keeps crashing", "debug"],
  ["this no longer works", "debug"],
  ["at the same time", "parallel"],
  ["across several agents", "parallel"],
  ["did you actually run it", "verifi"],
  ["before we merge", "verifi"],
  ["it takes forever", "perform"],
  ["it must answer in 5 s", "perform"],
  ["how does this module behave", "investig"],
  ["don't forget", "captur"],
  ["write the tests first", "driven"],
  ["people who are not technical", "audienc"],
  ["make flash cards", "flashcard"],
  ["what is on my screen", "screenshot"],
  ["until everything is done", "finish"],
  ["again and again", "loop"],
  ["it reads like a robot", "human"],
  ["the site went down", "outag"],
  ["these are out of sync", "sync"],
  ["somebody tried breaking into it", "penetr"],
  ["users cannot log in", "authent"],
  ["a secret key", "secret"],
  ["a site from scratch", "scaffold"],
  ["I cannot tell why", "debug"],
  ["the build server complains", "ci"],
  ["three branches", "worktre"],
  ["without any downtime", "downtim"],
  ["they never came", "retent"],
  ["split it into smaller tickets", "ticket"],
  ["why we chose Go", "decision"],
  ["others like this", "variant"],
  ["the context is nearly full", "handoff"],
  ["show me the failing test first", "driven"],
  ["play devil's advocate", "grill"],
])("%j is also looked up as %j", (request, term) => {
  expect(readRequestTerms(request).map(({ term }) => term)).toContain(term)
})
