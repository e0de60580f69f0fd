import { expect, test } from "vitest"
import { findingOf, reviewOf } from "../../../test/review-intake/small-review.ts"
import { numberInsights } from "./number-findings.ts"
import { readInsights } from "./read-insights.ts"

const gathered = reviewOf({ "src/a.ts": { text: "a()\nb()\nc()\n", changed: [1, 2] } })
const findings = [
  findingOf({ id: "F1", line: 1 }),
  findingOf({ id: "F2", line: 2, category: "Error Handling" }),
  findingOf({ id: "F3", line: 2, category: "Error Handling", verdict: "invalid" }),
  findingOf({ id: "F4", line: 2, category: "bug-detection" }),
]
const plain = {
  title: "Hidden",
  related_findings: { a: "F1", b: "F2" },
  insight: "The catch hides the bug.",
  category: "bugs",
  severity: "Major",
  file: "src/a.ts",
  line: 2,
}

function read(answer: unknown) {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer)
  return readInsights(text, { agent: "synthesis-agent", round: "synthesis", gathered, findings })
}

test("an insight about two valid findings is accepted", () => {
  expect(read([{ ...plain, fix_type: "prompt", fix_prompt: "Let it through." }])).toEqual({
    insights: [
      {
        id: "synthesis.synthesis-agent.1",
        title: "Hidden",
        related: ["F1", "F2"],
        text: "The catch hides the bug.",
        category: "Bugs",
        severity: "major",
        file: "src/a.ts",
        line: 2,
        patch: { kind: "prompt", prompt: "Let it through." },
      },
    ],
    rejected: [],
  })
})

test.each([
  [{ related_findings: ["F1", "F2"] }],
  [{ related_findings: "F1 and F2" }],
  [{ related_findings: [{ id: "f1" }, { id: "f2" }] }],
  [{ related_findings: { a: "F1: something is wrong", b: "F2" } }],
  [{ file: undefined, line: undefined }],
])("%j is understood", (more) => {
  expect(read([{ ...plain, ...more }]).insights[0]?.related).toEqual(["F1", "F2"])
})

test.each([
  [{ related_findings: { a: "F1", b: "F9" } }, "no-such-finding"],
  [{ related_findings: { a: "F1" } }, "no-such-finding"],
  [{ related_findings: ["F1", "F2", "F4"] }, "no-such-finding"],
  [{ related_findings: null }, "no-such-finding"],
  [{ related_findings: { a: "F1", b: "F3" } }, "no-such-finding"],
  [{ related_findings: { a: "F1", b: "F4" } }, "not-a-finding"],
  [{ related_findings: { a: "F1", b: "F1" } }, "not-a-finding"],
  [{ severity: "huge" }, "not-a-finding"],
  [{ insight: "" }, "not-a-finding"],
  [{ file: "src/b.ts" }, "no-such-file"],
  [{ line: 9 }, "no-such-line"],
  [{ line: "?" }, "no-such-line"],
  [{ line: 3 }, "outside-change"],
])("%j is refused", (more, why) => {
  expect(read([{ ...plain, ...more }])).toMatchObject({ insights: [], rejected: [{ agent: "synthesis-agent", why }] })
})

test("an answer that nothing was found is valid, and an empty one is not", () => {
  expect(read("[]")).toEqual({ insights: [], rejected: [] })
  expect(read("Well.").rejected).toEqual([
    { agent: "synthesis-agent", round: "synthesis", why: "unreadable", text: "Well." },
  ])
})

test("insights are numbered in the order of their pairs", () => {
  const { insights } = read([plain, plain])
  expect(numberInsights([insights, [], insights]).map(({ id }) => id)).toEqual(["I1", "I2", "I3", "I4"])
})
