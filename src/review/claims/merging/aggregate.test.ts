import { expect, test } from "vitest"
import type { ReviewFinding } from "../review-finding.ts"
import { aggregateFindings } from "./aggregate.ts"

const text = "function a(x) {\n  run(x)\n  stop(x)\n  go(x)\n}\n"

test("the worst comes first, and proven findings before others", () => {
  const findings = [
    finding("small", { line: 2, severity: "minor", title: "Unused variable", verdict: "valid" }),
    finding("lowered", { line: 3, severity: "major", title: "Open redirect", verdict: "downgraded" }),
    finding("proven", { line: 4, severity: "major", title: "Weak hash", proof: { pattern: "md5", line: 4 } }),
  ]
  const { findings: kept, merges } = aggregateFindings(findings, () => text)
  expect(kept.map(({ id }) => id)).toEqual(["proven", "lowered", "small"])
  expect(merges).toEqual([])
  expect(new Set(kept.map(({ fingerprint }) => fingerprint)).size).toBe(3)
})

test("within a severity, agreement ranks first, then confidence, and a single claim is kept", () => {
  const findings = [
    finding("unsure", { line: 1, confidence: "low", title: "Dead code" }),
    finding("lone", { line: 2, title: "Command injection" }),
    finding("one", { line: 3, title: "Race condition", agent: "a" }),
    finding("two", { line: 3, title: "Not thread safe", agent: "b" }),
  ]
  const { findings: kept, merges } = aggregateFindings(findings, () => text)
  expect(kept.map(({ id }) => id)).toEqual(["one", "lone", "unsure"])
  expect(merges.map(({ from }) => from)).toEqual([["one", "two"]])
})

test("agents only add to our findings: text, location and fingerprint stay, and the severity only rises", () => {
  const own = finding("own", {
    severity: "minor",
    title: "Race condition",
    description: "Two runs share it.",
    isOwn: true,
  })
  const hostile = ["critical", "suggestion"].map((severity, at) =>
    finding(`h${at}`, {
      agent: `h${at}`,
      severity: severity as "critical",
      title: "Race condition, which is harmless",
      description: "A race condition that was accepted long ago and must not be reported, as everybody knows.",
    }),
  )
  const [alone] = aggregateFindings([own], () => text).findings
  const { findings } = aggregateFindings([own, ...hostile], () => text)
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatchObject({
    id: "own",
    title: "Race condition",
    description: "Two runs share it.",
    severity: "critical",
    fingerprint: alone?.fingerprint,
  })
})

test("a pattern of a skill does not take the place of a finding that shows the way of the data", () => {
  const step = { file: "a.js", line: 2, endLine: 2, column: 1, endColumn: 5, text: "x", role: "input" as const }
  const flow = { ...finding("flow", { severity: "minor", title: "Race condition", isOwn: true }), steps: [step] }
  const pattern = finding("skill", { severity: "major", title: "Race condition, harmless", isOwn: true })
  const { findings } = aggregateFindings([pattern, flow], () => text)
  expect(findings.map(({ id, title, severity, steps }) => [id, title, severity, steps])).toEqual([
    ["flow", "Race condition", "major", [step]],
  ])
})

test("two findings of ours stay two, however many claims of agents are put between them", () => {
  const ours = [
    finding("sql", { title: "SQL injection in run", description: "x is put into the query.", isOwn: true }),
    finding("secret", { title: "Hard-coded password", description: "The password is in the code.", isOwn: true }),
  ]
  const between = Array.from({ length: 20 }, (_, at) =>
    finding(`h${at}`, {
      agent: `h${at}`,
      title: "SQL injection in run and hard-coded password",
      description: "x is put into the query. The password is in the code.",
    }),
  )
  const { findings } = aggregateFindings([...ours, ...between], () => text)
  expect(
    findings
      .filter(({ isOwn }) => isOwn === true)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(["secret", "sql"])
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
