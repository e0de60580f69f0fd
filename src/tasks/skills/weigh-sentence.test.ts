import { expect, test } from "vitest"
import { compileSkill } from "./compile-skill.ts"
import { splitSentences, weighSentence } from "./weigh-sentence.ts"

test.each([
  ["Never log a password.", 3],
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

test("a short entry of a list is shown whole or not at all; a long one and a paragraph by their sentences", () => {
  const long = `- ${"One of many words. ".repeat(40).trim()}`
  const body = `# A\n\n- Ship small. Merge daily.\n${long}\n\nFirst this. Then that.`
  const { rules } = compileSkill(body).sections.at(-1) ?? { rules: [] }
  expect([rules[0], rules[1], ...rules.slice(-2)]).toEqual([
    "- Ship small. Merge daily.",
    "- One of many words.",
    "First this.",
    "Then that.",
  ])
})
