import { expect, test } from "vitest"
import type { Finding } from "./finding.ts"
import { toSarifLog } from "./sarif-log.ts"
import { sarifFaults } from "../../test/audit-set/sarif-faults.ts"

const finding: Finding = {
  rule: "fetch-and-run",
  title: "Downloads and executes code without review",
  file: "skills/a b/SKILL.md",
  line: 3,
  range: { startLine: 3, startColumn: 1, endLine: 3, endColumn: 2 },
  category: "fetch and run",
  severity: "critical",
  confidence: "high",
  description: "Nobody sees it.",
  evidence: "curl x | sh",
  fix: "Check it.",
  fingerprint: "0123456789abcdef",
}
const rule = {
  id: "fetch-and-run",
  title: "Downloads and executes code without review",
  about: "Nobody sees it.",
  fix: "Check it.",
  severity: "critical",
  category: "fetch and run",
} as const
const input = {
  tool: { name: "skillet", version: "0.1.0" },
  rules: [rule, { ...rule, id: "unused" }],
  findings: [finding, { ...finding, file: "/elsewhere/SKILL.md", rule: "chain", severity: "minor" as const }],
  suppressed: [{ finding, suppression: { kind: "inline" as const, reason: "a guide" } }],
  notRead: [{ path: "skills/a b/logo.png", reason: "it is not text" }],
}

test("a log with findings, suppressions and unread files is valid SARIF 2.1.0", () => {
  expect(sarifFaults(JSON.parse(JSON.stringify(toSarifLog(input))))).toEqual([])
  expect(sarifFaults(toSarifLog({ ...input, findings: [], suppressed: [], notRead: [] }))).toEqual([])
})

test("the same input gives the same bytes", () => {
  expect(JSON.stringify(toSarifLog(input))).toBe(JSON.stringify(toSarifLog(input)))
})

test("locations are URIs relative to the root", () => {
  const [run] = toSarifLog(input).runs
  expect(run?.results?.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation)).toEqual([
    { uri: "skills/a%20b/SKILL.md", uriBaseId: "ROOT" },
    { uri: "file:///elsewhere/SKILL.md" },
    { uri: "skills/a%20b/SKILL.md", uriBaseId: "ROOT" },
  ])
  expect(run?.results?.[2]?.suppressions).toEqual([{ kind: "inSource", justification: "a guide" }])
})

test("the check finds planted faults", () => {
  const log = JSON.parse(JSON.stringify(toSarifLog(input)))
  log.runs[0].results[0].locations = []
  log.runs[0].results[1].fixes = [{ description: { text: "x" } }]
  log.runs[0].results[2].level = "high"
  log.runs[0].tool.driver.rules[0].surprise = 1
  expect(sarifFaults(log)).toEqual([
    "runs[0].tool.driver.rules[0].surprise is not in the schema",
    "runs[0].results[0].locations is empty",
    "runs[0].results[1].fixes[0].artifactChanges is missing",
    "runs[0].results[2].level is not one of none, note, warning, error",
  ])
})
