import { expect, test } from "vitest"
import type { Evidence } from "../../../../workflow/workflow.ts"
import { readGateAnswers } from "./commands.ts"
import { examineEvidence } from "./evidence.ts"
import type { CommandAnswer, GateAnswer } from "../../../model.ts"

const must = "- [decision-unrecorded] why"
const should = "- [logic-repeated] twice"
const could = "- [wording-uneven] two words"

function review(said: unknown, iteration = 1, mustOnly = false) {
  const how = { texts: { report: said }, iteration, mustOnly, command: () => undefined }
  const { holds, because } = examineEvidence({ kind: "review", of: "report" }, how)
  return `${holds ? "holds" : "fails"}: ${because}`
}

test.each([
  { iteration: 1, issue: could, holds: "fails: 1 issue of MUST, SHOULD, COULD open" },
  { iteration: 3, issue: could, holds: "fails: 1 issue of MUST, SHOULD, COULD open" },
  { iteration: 4, issue: could, holds: "holds: the review found 1 issue that does not block in iteration 4" },
  { iteration: 4, issue: should, holds: "fails: 1 issue of MUST, SHOULD open" },
  { iteration: 5, issue: should, holds: "holds: the review found 1 issue that does not block in iteration 5" },
  { iteration: 5, issue: must, holds: "fails: 1 issue of MUST open" },
  { iteration: 9, issue: must, holds: "fails: 1 issue of MUST open" },
])("in iteration $iteration a review with $issue $holds", ({ iteration, issue, holds }) => {
  expect(review(`${issue}\nRESULT: FAIL`, iteration)).toBe(holds)
})

test("if only MUST blocks, nothing else blocks in any iteration", () => {
  expect(review(`${should}\n${could}\nRESULT: FAIL`, 1, true)).toBe(
    "holds: the review found 2 issues that do not block in iteration 1",
  )
  expect(review(`${must}\nRESULT: FAIL`, 1, true)).toBe("fails: 1 issue of MUST open")
})

test.each([
  { said: "RESULT: PASS", found: "holds: the review found no issue" },
  { said: `${must}\nRESULT: PASS`, found: "fails: 1 issue of MUST, SHOULD, COULD open" },
  { said: "RESULT: FAIL", found: "fails: the review says FAIL but lists no issues" },
  { said: "All is well.", found: "fails: the review has no RESULT line" },
  { said: undefined, found: "fails: the review has no RESULT line" },
  { said: `\`\`\`\n${must}\n\`\`\`\nRESULT: PASS`, found: "holds: the review found no issue" },
  { said: `- [${"no-such-thing"}] x\nRESULT: PASS`, found: "fails: 1 issue of MUST, SHOULD, COULD open" },
])("a review that says $said $found", ({ said, found }) => {
  expect(review(said)).toBe(found)
})

test("each of several reviewers counts: none can replace another", () => {
  const answers = (...texts: readonly string[]) =>
    texts.map((text, at) => ({ item: `${at}`, agent: "quality-reviewer", outcome: "ok", text }))
  expect(review(answers("RESULT: PASS", "RESULT: PASS"))).toBe("holds: the review found no issue")
  expect(review(answers("RESULT: PASS\n```\nnever closed", `${must}\nRESULT: FAIL`))).toBe(
    "fails: 1 issue of MUST, SHOULD, COULD open",
  )
  expect(review(answers("RESULT: FAIL", "RESULT: PASS"))).toBe("fails: the review says FAIL but lists no issues")
  expect(review(answers("I could not look.", "RESULT: PASS"))).toBe("fails: the review has no RESULT line")
  expect(review([])).toBe("fails: the review has no RESULT line")
})

function found(evidence: Evidence, value: unknown): string {
  const how = { texts: { text: value }, iteration: 1, mustOnly: false, command: () => undefined }
  const { holds, because } = examineEvidence(evidence, how)
  return `${holds ? "holds" : "fails"}: ${because}`
}

test.each([
  { text: "# Goal\n\nTo win.\n\n## **Risks:**\n\n- none", holds: "holds: it has Goal, Risks" },
  { text: "# Goal\n\n# Risks\n\nNone.", holds: "fails: missing or empty: Goal" },
  { text: "# Goal\n\n## Why\n\nTo win.\n\n# risks\n\nNone.", holds: "holds: it has Goal, Risks" },
  { text: "Goal: to win. Risks: none.", holds: "fails: missing or empty: Goal, Risks" },
  { text: "```\n# Goal\nx\n# Risks\nx\n```", holds: "fails: missing or empty: Goal, Risks" },
  { text: undefined, holds: "fails: missing or empty: Goal, Risks" },
])("the sections of $text: $holds", ({ text, holds }) => {
  expect(found({ kind: "sections", of: "text", sections: ["Goal", "Risks"] }, text)).toBe(holds)
})

const schema = {
  type: "object",
  required: ["name", "parts"],
  properties: {
    name: { type: "string", minLength: 1 },
    parts: { type: "array", minItems: 1, items: { type: "integer" } },
    size: { enum: ["small", "large"] },
  },
} as const

test.each([
  { value: { name: "a", parts: [1] }, holds: "holds: the value has the declared shape" },
  { value: { name: " ", parts: [] }, holds: "fails: it.name is empty; it.parts has no entries" },
  {
    value: { parts: [1, "2", 1.5] },
    holds: "fails: it has no name; it.parts[1] is not an integer; it.parts[2] is not an integer",
  },
  { value: { name: "a", parts: [1], size: "huge" }, holds: "fails: it.size is not one of small, large" },
  { value: [1], holds: "fails: it is not an object" },
  { value: "name: a", holds: "fails: it is not JSON" },
  { value: undefined, holds: "fails: it is not an object" },
])("the shape of $value: $holds", ({ value, holds }) => {
  expect(found({ kind: "schema", of: "text", schema }, value)).toBe(holds)
})

test.each<{ answer: CommandAnswer | undefined; exit?: number; holds: string }>([
  { answer: { kind: "ran", exitCode: 0, output: "" }, holds: "holds: `npm test` ended with 0" },
  { answer: { kind: "ran", exitCode: 1, output: "" }, holds: "fails: `npm test` ended with 1" },
  { answer: { kind: "ran", exitCode: 1, output: "" }, exit: 1, holds: "holds: `npm test` ended with 1" },
  { answer: { kind: "ran", exitCode: null, output: "" }, holds: "fails: `npm test` was stopped" },
  { answer: { kind: "refused", why: "no rule" }, holds: "fails: `npm test` may not run: no rule" },
  { answer: { kind: "none" }, holds: "holds: no command was given for npm test" },
  { answer: undefined, holds: "fails: `npm test` was not run" },
])("a command that $answer: $holds", ({ answer, exit, holds }) => {
  const how = { texts: {}, iteration: 1, mustOnly: false, answer }
  const evidence = { kind: "command", command: "npm test", exit } as const
  const examined = examineEvidence(evidence, how)
  expect(`${examined.holds ? "holds" : "fails"}: ${examined.because}`).toBe(holds)
})

const minor = { level: "minor", text: "a.md:1 a doubt" }
const major = { level: "major", text: "a.md:2 a hole" }

test.each<{ answer: GateAnswer | undefined; failOn?: string; holds: string }>([
  { answer: inspected(1), holds: "holds: audit found nothing at or above major in skills/a" },
  { answer: inspected(1, minor), holds: "holds: audit found nothing at or above major in skills/a" },
  {
    answer: inspected(1, minor),
    failOn: "minor",
    holds: "fails: audit found 1 problem in skills/a: minor: a.md:1 a doubt",
  },
  { answer: inspected(1, major, minor), holds: "fails: audit found 1 problem in skills/a: major: a.md:2 a hole" },
  {
    answer: inspected(1, ...Array.from({ length: 7 }, () => major)),
    holds: `fails: audit found 7 problems in skills/a: ${Array.from({ length: 5 }, () => "major: a.md:2 a hole").join("; ")}; and 2 more`,
  },
  { answer: inspected(0), holds: "fails: audit of skills/a was not done" },
  { answer: inspected(1), failOn: "dreadful", holds: "fails: audit of skills/a was not done" },
  { answer: { kind: "refused", why: "it does not exist" }, holds: "fails: audit of skills/a: it does not exist" },
  { answer: { kind: "none" }, holds: "fails: audit of skills/a was not done" },
  { answer: { kind: "ran", exitCode: 0, output: "" }, holds: "fails: audit of skills/a was not done" },
  { answer: undefined, holds: "fails: audit of skills/a was not done" },
])("an audit that $answer, failing on $failOn: $holds", ({ answer, failOn, holds }) => {
  const how = { texts: {}, iteration: 1, mustOnly: false, answer }
  const examined = examineEvidence({ kind: "audit", path: "skills/a", failOn }, how)
  expect(`${examined.holds ? "holds" : "fails"}: ${examined.because}`).toBe(holds)
})

function inspected(skills: number, ...found: readonly { readonly level: string; readonly text: string }[]): GateAnswer {
  return { kind: "inspected", skills, found }
}

test("a command that is empty after its values are inserted is not required", () => {
  const evidence = [
    { kind: "command", command: "{{params.test}}" },
    { kind: "command", command: "npm run lint" },
  ] as const
  const step = { kind: "gate", id: "g", title: "G", actions: [], evidence, next: { ok: "end", fail: "end" } } as const
  expect(readGateAnswers(step, { "command-2": '{"kind":"ran","exitCode":0,"output":""}' })).toEqual({
    "command-1": { kind: "none" },
    "command-2": { kind: "ran", exitCode: 0, output: "" },
  })
})

test("an invented list is read without an error, and proves nothing", () => {
  const said = [[null], [{ text: 5 }], [5, "x"], [[]]]
  expect(said.map((one) => review(one))).toEqual(said.map(() => "fails: the review has no RESULT line"))
})

test("a failed command is named as it was run, with the end of what it printed", () => {
  const evidence: Evidence = { kind: "command", command: "npm test -- {{params.only}}" }
  const ran = (output: string, exitCode = 1): CommandAnswer => ({
    kind: "ran",
    exitCode,
    output,
    command: "npm test -- 'a b'",
  })
  const examine = (answer: GateAnswer, one = evidence) =>
    examineEvidence(one, { texts: {}, iteration: 1, mustOnly: false, answer })
  expect(examine(ran("1 failed\n\u001b[31mred\u001b[0m \u0007\n"))).toEqual({
    kind: "command",
    holds: false,
    because: "`npm test -- 'a b'` ended with 1",
    command: "npm test -- 'a b'",
    output: "1 failed\nred \\u0007",
  })
  expect(examine(ran("fine", 0))).toEqual({
    kind: "command",
    holds: true,
    because: "`npm test -- 'a b'` ended with 0",
  })
  expect(examine(ran("fine", 0), { ...evidence, exit: 3 }).because).toBe("`npm test -- 'a b'` ended with 0, not 3")
  const many = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`).join("\n")
  expect(examine(ran(many)).output?.split("\n").slice(0, 2)).toEqual(["… (the last lines)", "line 11"])
  expect(examine(ran("x".repeat(5000))).output).toHaveLength(2000 + "… (the last lines)\n".length)
  expect(examine({ kind: "refused", why: "no rule", command: "(refused: x" }).because).toBe(
    "`npm test -- {{params.only}}` may not run: no rule",
  )
  expect(examine({ kind: "refused", why: "no rule", command: "npm test -- x" }).because).toBe(
    "`npm test -- x` may not run: no rule",
  )
})
