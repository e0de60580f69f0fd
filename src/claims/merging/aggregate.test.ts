import { expect, test } from "vitest"
import type { ReviewFinding } from "../review-finding.ts"
import { aggregate } from "./aggregate.ts"

const text = "function a(x) {\n  run(x)\n  stop(x)\n  go(x)\n}\n"

test("what does not hold goes, and the rest stands worst first", () => {
  const findings = [
    finding("small", { line: 2, severity: "minor", title: "Unused variable", verdict: "valid" }),
    finding("wrong", { line: 2, severity: "critical", title: "SQL injection", verdict: "invalid" }),
    finding("lowered", { line: 3, severity: "major", title: "Open redirect", verdict: "downgraded" }),
    finding("proven", { line: 4, severity: "major", title: "Weak hash", proof: { pattern: "md5", line: 4 } }),
  ]
  const { kept, invalid, merges } = aggregate(findings, () => text)
  expect(kept.map(({ id }) => id)).toEqual(["proven", "lowered", "small"])
  expect(invalid.map(({ id }) => id)).toEqual(["wrong"])
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
  const { kept, merges } = aggregate(findings, () => text)
  expect(kept.map(({ id }) => id)).toEqual(["one", "lone", "unsure"])
  expect(merges.map(({ from }) => from)).toEqual([["one", "two"]])
})

test("an invalid finding lends its severity to nobody", () => {
  const findings = [
    finding("loud", { severity: "critical", title: "Race condition", verdict: "invalid" }),
    finding("calm", { severity: "minor", title: "Race on the counter" }),
  ]
  const { kept } = aggregate(findings, () => text)
  expect(kept.map(({ id, severity }) => ({ id, severity }))).toEqual([{ id: "calm", severity: "minor" }])
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
