import { expect, test } from "vitest"
import { parseAnswerValue, isEmptyAnswer, dropClosingLines } from "./take-answer.ts"

const action = "ORCHESTRATOR ACTION: save this answer, word for word, as out.md, then run: skillet run report r"

test.each([
  { text: "[1]\n\nOUTCOME: ok", bare: "[1]" },
  { text: `[1]\n\nRESULT: PASS\n${action}\n`, bare: "[1]" },
  { text: `a\n${action}\nb`, bare: `a\n${action}\nb` },
  { text: "RESULT: PASS", bare: "RESULT: PASS" },
])("$text ends without its closing lines", ({ text, bare }) => {
  expect(dropClosingLines(text)).toBe(bare)
})

test("JSON that an agent ended with the action for its orchestrator is still JSON", () => {
  expect(parseAnswerValue(`\`\`\`json\n{"a":1}\n\`\`\`\n\n${action}`)).toEqual({ a: 1 })
})

test.each([
  { text: undefined, isNothing: true },
  { text: " \n", isNothing: true },
  { text: "OUTCOME: ok", isNothing: true },
  { text: action, isNothing: true },
  { text: `OUTCOME: ok\n${action}`, isNothing: true },
  { text: "RESULT: PASS", isNothing: false },
  { text: `RESULT: PASS\n${action}`, isNothing: false },
  { text: "fine", isNothing: false },
])("whether $text is empty: $isNothing", ({ text, isNothing }) => {
  expect(isEmptyAnswer(text)).toBe(isNothing)
})
