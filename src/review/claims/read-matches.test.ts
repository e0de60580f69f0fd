import { expect, test } from "vitest"
import type { PatternMatch } from "./pattern-match.ts"
import type { Severity } from "../../finding/severity.ts"
import { readMatches } from "./read-matches.ts"

test("every match is a finding, the worst first, however many there are", () => {
  const matches = [...Array.from({ length: 299 }, (_, at) => match(at + 1, "minor")), match(300, "critical")]
  const { findings, rejected } = found(matches)

  expect(findings).toHaveLength(300)
  expect(findings[0]).toMatchObject({ line: 300, severity: "critical" })
  expect(rejected).toEqual([])
})

test("a rule that matches a line many times is one finding, and of very many findings none is dropped", () => {
  const again = Array.from({ length: 50_000 }, () => match(1, "minor"))
  expect(found(again).findings).toHaveLength(1)

  const many = Array.from({ length: 2500 }, (_, at) => match(at + 1, at === 2400 ? "critical" : "minor"))
  const { findings, rejected } = found(many, "go(input)\n".repeat(2500))
  expect([findings.length, findings[0]?.line]).toEqual([2500, 2401])
  expect(rejected).toEqual([])
})

test("a precise match is proven; another is only found", () => {
  const { findings } = found([match(1, "major"), { ...match(2, "major"), autoValidated: false, cwe: "CWE-78" }])

  expect(findings.map(({ rule, verdict, proof }) => ({ rule, verdict, proof }))).toEqual([
    { rule: "go", verdict: "valid", proof: { pattern: "go", line: 1 } },
    { rule: "go", verdict: undefined, proof: undefined },
  ])
  expect(findings[1]?.description).toBe("It goes where input says. (CWE-78)")
})

test("code in a match is shown as code of agents is: without secrets and control characters", () => {
  const text = `const key = "AKIA${"ABCD".repeat(4)}"\u001b[2J\n`
  const [finding] = found([match(1, "major")], text).findings

  expect(finding?.evidence).not.toContain("ABCDABCD")
  expect(finding?.evidence).not.toContain("\u001b")
})

function found(matches: readonly PatternMatch[], text = "go(input)\n".repeat(300)) {
  const file = { path: "a.js", language: "javascript", text, isPriority: false, isTest: false, isGenerated: false }
  const gathered = { kind: "code" as const, files: [file], matches, falsePositiveRules: [] }
  return readMatches({ agent: "security-agent", round: "thorough", id: "security-agent", gathered })
}

function match(line: number, severity: Severity): PatternMatch {
  return {
    rule: "go",
    title: "It goes",
    file: "a.js",
    line,
    endLine: line,
    category: "Security",
    severity,
    confidence: "high",
    description: "It goes where input says.",
    evidence: "go(input)",
    autoValidated: true,
  }
}
