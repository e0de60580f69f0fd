import { expect, test } from "vitest"
import { splitSentences, weighSentence } from "./weigh-sentence.ts"

test.each([
  ["Never log a password.", 3],
  ["STOP and ask.", 3],
  ["All of these mean: start over.", 3],
  ["We agreed on the second draft.", 3],
  ["Prefer small commits.", 2],
  ["If the build fails, revert it.", 2],
  ["We will ship it behind a flag.", 2],
  ["- A name in lower case", 1],
  ["Document the endpoint.", 1],
  ["The weather was fine.", 0],
])("%j has the weight %i", (sentence, weight) => {
  expect(weighSentence(sentence)).toBe(weight)
})

test("a line is cut at the ends of its sentences, and not after an abbreviation", () => {
  expect(splitSentences("Use tools, e.g. grep. It is fast and small (really). ok")).toEqual([
    "Use tools, e.g. grep.",
    "It is fast and small (really).",
    "ok",
  ])
})

test("bold labels and entries that begin with a verb have more weight than other entries", () => {
  const entries = [
    "- **Cache devices** - fewer of them",
    "- [ ] Rotate secrets",
    "3. Rotate secrets",
    "- Secrets and keys",
  ]
  expect(entries.map(weighSentence)).toEqual([2, 2, 2, 1])
  expect(["Rotate secrets.", "Secrets rotate."].map(weighSentence)).toEqual([1, 0])
})
