import { expect, test } from "vitest"
import { emptyReport, sampleReport } from "../../../test/review-report/sample-report.ts"
import { failsOn, filterReport } from "./filter-report.ts"
import { reportJson } from "./report-json.ts"

test("a filter keeps what is as bad or worse, and says what it left out", () => {
  const { findings, insights, leftOut } = filterReport(sampleReport, "critical")
  expect(findings.map(({ id }) => id)).toEqual(["F1"])
  expect(insights).toEqual([])
  expect(leftOut).toEqual({ below: "critical", findings: 2, insights: 1 })
})

test("a filter that takes nothing out changes nothing", () => {
  expect(filterReport(sampleReport, "minor")).toEqual(sampleReport)
})

test.each([
  ["critical", true, false, false],
  ["major", true, true, false],
  ["minor", true, true, true],
  ["suggestion", true, true, true],
] as const)("--fail-on %s", (level, ...expected) => {
  const having = (severity: "critical" | "major" | "minor") => ({
    ...emptyReport,
    findings: sampleReport.findings.filter((finding) => finding.severity === severity),
  })
  expect([having("critical"), having("major"), having("minor")].map((report) => failsOn(report, level))).toEqual(
    expected,
  )
  expect(failsOn(emptyReport, level)).toBe(false)
})

test("an insight alone can fail a review", () => {
  expect(failsOn({ ...emptyReport, insights: sampleReport.insights }, "major")).toBe(true)
})

test("the report as data is the report, and its keys do not depend on who made it", () => {
  const backwards = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(backwards)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, inner]) => [key, backwards(inner)]),
    )
  }
  expect(reportJson(sampleReport)).toEqual(sampleReport)
  expect(JSON.stringify(reportJson(backwards(sampleReport) as typeof sampleReport))).toBe(
    JSON.stringify(reportJson(sampleReport)),
  )
  expect(Object.keys(reportJson(sampleReport))).toMatchInlineSnapshot(`
    [
      "kind",
      "depth",
      "branch",
      "scope",
      "files",
      "categories",
      "findings",
      "insights",
      "tests",
      "invalid",
      "rejected",
      "failedSkills",
      "falseClaims",
      "falsePositives",
      "incomplete",
      "usage",
      "warnings",
    ]
  `)
  expect(Object.keys(reportJson(sampleReport).findings[0]!)).toMatchInlineSnapshot(`
    [
      "id",
      "title",
      "file",
      "line",
      "endLine",
      "range",
      "severity",
      "confidence",
      "category",
      "rule",
      "description",
      "evidence",
      "mend",
      "extras",
      "proof",
      "verdict",
      "reason",
      "related",
      "saidBy",
      "fingerprint",
    ]
  `)
})
