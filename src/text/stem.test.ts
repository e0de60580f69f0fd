import fc from "fast-check"
import { expect, test } from "vitest"
import { stem } from "./stem.ts"

test.each([
  "validate validation validator validators validating validates validated",
  "generate generator generating generation generated",
  "optimize optimization optimizing optimizer optimise optimisation optimised",
  "analyze analyzing analysis analyses analyse analyser analysing analyzer",
  "review reviewer reviewing reviews reviewed review's reviews'",
  "deploy deployment deploying deploys deployed",
  "write writing writer writes written",
  "debug debugging debugger debugged",
  "plan planner planning plans",
  "secure security",
  "query queries querying",
  "dependency dependencies",
  "document documentation documenting doc docs",
  "configure configuration config",
  "kubernetes k8s",
  "application applications app apps",
  "class classes",
  "process processes processing",
])("%s are one word", (family) => {
  expect(new Set(family.split(" ").map(stem)).size).toBe(1)
})

test.each([
  "general generate generic",
  "import important",
  "test text",
  "new news",
  "commit committee",
  "sing single",
  "analytics analysis",
])("%s stay different", (words) => {
  expect(new Set(words.split(" ").map(stem)).size).toBe(words.split(" ").length)
})

test.each(["pdf", "css", "aws", "s3", "gpt4o", "c++", "prüfen", "проверка", "表格", "is", ""])(
  "%j keeps its first letters",
  (word) => {
    expect(word.startsWith(stem(word))).toBe(true)
  },
)

test("no word becomes empty", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) => {
      expect(stem(word)).not.toBe("")
    }),
    { numRuns: 2000 },
  )
})
