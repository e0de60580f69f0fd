import { expect, test } from "vitest"
import { readOutcome, parseAnswerValue } from "../take-answer.ts"
import { readReview } from "./review-answer.ts"

test.each([
  { said: "RESULT: PASS", claims: "pass" },
  { said: "**RESULT:** FAIL", claims: "fail" },
  { said: "## Result: pass", claims: "pass" },
  { said: "RESULT: PASS\nOn second thought:\nRESULT: FAIL", claims: "fail" },
  { said: "The RESULT is PASS", claims: "nothing" },
  { said: "RESULT: PASSABLE", claims: "nothing" },
  { said: "```\nRESULT: PASS\n```", claims: "nothing" },
  { said: "", claims: "nothing" },
])("$said claims $claims", ({ said, claims }) => {
  expect(readReview(said).claims).toBe(claims)
})

test.each([
  { line: "- [decision-unrecorded] why SQLite", category: "decision-unrecorded", level: "MUST", text: "why SQLite" },
  { line: "* [Logic repeated]: twice", category: "Logic repeated", level: "SHOULD", text: "twice" },
  { line: "3. [wording_uneven] two words", category: "wording_uneven", level: "COULD", text: "two words" },
  { line: "- [SHOULD: anything] split", category: "SHOULD: anything", level: "SHOULD", text: "split" },
  { line: "- [could/style] split", category: "could/style", level: "COULD", text: "split" },
  { line: "- [minor] split", category: "minor", level: "SHOULD", text: "split" },
  { line: "- [brand-new-idea] heavy", category: "brand-new-idea", level: "MUST", text: "heavy" },
  { line: "- [constructor] heavy", category: "constructor", level: "MUST", text: "heavy" },
])("$line is an issue of severity $level", ({ line, ...issue }) => {
  expect(readReview(line).issues).toEqual([issue])
})

test("ticks, prose and code fences are not issues", () => {
  const said = ["- [ ] to do", "- [x] done", "[MUST] no list", "- no category", "~~~~", "- [MUST] shown", "~~~", "~~~~"]
  expect(readReview(said.join("\n")).issues).toEqual([])
  expect(readReview("```\n- [MUST] shown\n```\n- [MUST] meant").issues).toEqual([
    { category: "MUST", level: "MUST", text: "meant" },
  ])
})

test("an issue is not hidden by what is in or around it", () => {
  const issues = [
    `- [MUST] split\u2028over two lines`,
    `- [${"long ".repeat(30)}] x`,
    "  7)[MUST]:x",
    "- [MUST] x\r- [MUST] y",
  ]
  expect(issues.map((line) => readReview(line).issues.length)).toEqual([1, 1, 1, 2])
})

test.each([
  { name: "colons", said: `RESULT${":".repeat(200_000)}` },
  { name: "spaces", said: `- [MUST]${" ".repeat(200_000)}` },
  { name: "blank lines", said: `[${"\n".repeat(200_000)}` },
  { name: "signs", said: `[\n${"—\n".repeat(100_000)}` },
])("an answer that consists only of $name is read quickly", ({ said }) => {
  const started = process.cpuUsage()
  readReview(said)
  readOutcome(said)
  parseAnswerValue(said)
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1000).toBeLessThan(2000)
})
