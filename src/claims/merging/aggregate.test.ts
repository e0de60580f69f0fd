import { expect, test } from "vitest"
import type { ReviewFinding, Verdict } from "../review-finding.ts"
import { aggregate } from "./aggregate.ts"

const text = "function a(x) {\n  run(x)\n  stop(x)\n  go(x)\n}\n"

test("what does not hold goes, what weighs less is lowered, the rest stands worst first", () => {
  const findings = [
    finding("small", { line: 2, severity: "minor", title: "Unused variable" }),
    finding("wrong", { line: 2, severity: "critical", title: "SQL injection" }),
    finding("lowered", { line: 3, severity: "critical", title: "Open redirect" }),
    finding("proven", { line: 4, severity: "major", title: "Weak hash", proof: { pattern: "md5", line: 4 } }),
  ]
  const verdicts: readonly Verdict[] = [
    { id: "wrong", verdict: "invalid", reason: "The value is a number." },
    { id: "lowered", verdict: "downgrade", severity: "major", reason: "Only for administrators." },
    { id: "small", verdict: "valid", reason: "" },
  ]
  const { kept, invalid, merges } = aggregate({ findings, verdicts, textOf: () => text })
  expect(kept.map(({ id, severity, verdict, reason }) => ({ id, severity, verdict, reason }))).toEqual([
    { id: "proven", severity: "major", verdict: "valid", reason: undefined },
    { id: "lowered", severity: "major", verdict: "downgraded", reason: "Only for administrators." },
    { id: "small", severity: "minor", verdict: "valid", reason: undefined },
  ])
  expect(invalid.map(({ id, verdict, reason }) => ({ id, verdict, reason }))).toEqual([
    { id: "wrong", verdict: "invalid", reason: "The value is a number." },
  ])
  expect(merges).toEqual([])
  expect(new Set(kept.map(({ fingerprint }) => fingerprint)).size).toBe(3)
})

test("within a severity agreement ranks, then how sure they are, and a lone voice is kept", () => {
  const findings = [
    finding("unsure", { line: 1, confidence: "low", title: "Dead code" }),
    finding("lone", { line: 2, title: "Command injection" }),
    finding("one", { line: 3, title: "Race condition", agent: "a" }),
    finding("two", { line: 3, title: "Not thread safe", agent: "b" }),
  ]
  const { kept, merges } = aggregate({ findings, verdicts: [] })
  expect(kept.map(({ id }) => id)).toEqual(["one", "lone", "unsure"])
  expect(merges.map(({ from }) => from)).toEqual([["one", "two"]])
})

test("an invalid finding lends its severity to nobody", () => {
  const findings = [
    finding("loud", { severity: "critical", title: "Race condition" }),
    finding("calm", { severity: "minor", title: "Race on the counter" }),
  ]
  const { kept } = aggregate({ findings, verdicts: [{ id: "loud", verdict: "invalid", reason: "no" }] })
  expect(kept.map(({ id, severity }) => ({ id, severity }))).toEqual([{ id: "calm", severity: "minor" }])
})

test.each([
  ["critical", undefined, "major"],
  ["suggestion", undefined, "suggestion"],
  ["minor", "critical", "minor"],
] as const)("a downgrade of %s to %s gives %s", (severity, to, lowered) => {
  const verdict = { id: "x", verdict: "downgrade", reason: "", ...(to && { severity: to }) } as const
  const { kept } = aggregate({ findings: [finding("x", { severity })], verdicts: [verdict] })
  expect(kept.map((one) => one.severity)).toEqual([lowered])
})

function finding(id: string, own: Partial<ReviewFinding> & { readonly agent?: string }): ReviewFinding {
  const { agent = "bugs", title = "Off by one", severity = "major", line = 1, ...given } = own
  return {
    id,
    rule: agent,
    title,
    file: "src/a.js",
    line,
    endLine: line,
    category: "bugs",
    severity,
    confidence: "high",
    description: "",
    evidence: text.split("\n")[line - 1] ?? "",
    extras: {},
    saidBy: [{ agent, title, description: "", severity }],
    related: [],
    fingerprint: "",
    ...given,
  }
}
