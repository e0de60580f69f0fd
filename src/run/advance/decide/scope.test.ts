import { expect, test } from "vitest"
import { readOutcome, parseAnswerValue } from "./take-answer.ts"

test.each([
  { text: "plain", value: "plain" },
  { text: '{"a":1}', value: { a: 1 } },
  { text: "```json\n[1]\n```", value: [1] },
  { text: "[1]\n\n**OUTCOME:** ok\n", value: [1] },
  { text: "```\n{}\n```\nRESULT: PASS", value: {} },
  { text: "[not json]\nOUTCOME: ok", value: "[not json]\nOUTCOME: ok" },
  { text: "OUTCOME: ok", value: "OUTCOME: ok" },
  { text: "3", value: "3" },
])("the answer $text is the value $value", ({ text, value }) => {
  expect(parseAnswerValue(text)).toEqual(value)
})

test.each([
  { text: "done\n\nOUTCOME: iterate", outcome: "iterate" },
  { text: "**OUTCOME**: `fail`", outcome: "fail" },
  { text: "OUTCOME: ok\nOUTCOME: fail", outcome: "fail" },
  { text: "RESULT: PASS", outcome: "ok" },
  { text: "RESULT: FAIL", outcome: "fail" },
  { text: "OUTCOME: perfect", outcome: undefined },
  { text: "```\nOUTCOME: ok\n```", outcome: undefined },
  { text: "The OUTCOME: ok", outcome: undefined },
])("the answer $text says $outcome", ({ text, outcome }) => {
  expect(readOutcome(text)).toBe(outcome)
})
