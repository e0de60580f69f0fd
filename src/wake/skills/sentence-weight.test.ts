import { expect, test } from "vitest"
import { sentencesOf, sentenceWeight } from "./sentence-weight.ts"

test.each([
  ["Never log a password.", 3],
  ["We agreed on the second draft.", 3],
  ["Prefer small commits.", 2],
  ["If the build fails, revert it.", 2],
  ["We will ship it behind a flag.", 2],
  ["- A name in lower case", 1],
  ["Document the endpoint.", 1],
  ["The weather was fine.", 0],
])("%j weighs %i", (sentence, weight) => {
  expect(sentenceWeight(sentence)).toBe(weight)
})

test("a line is cut at the ends of its sentences, and not after an abbreviation", () => {
  expect(sentencesOf("Use tools, e.g. grep. It is fast and small (really). ok")).toEqual([
    "Use tools, e.g. grep.",
    "It is fast and small (really).",
    "ok",
  ])
})
