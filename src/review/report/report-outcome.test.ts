import { expect, test } from "vitest"
import { emptyReport, sampleReport } from "../../../test/review-report/sample-report.ts"
import { listFailureReasons, filterReport, hasNoAnswers, limitToPersona, listUnfinished } from "./report-outcome.ts"
import { describeFurther } from "./report-texts.ts"
import { isPassed } from "./report-outcome.ts"
import { toReportJson } from "./report-json.ts"
import { renderReportMarkdown } from "./report-markdown.ts"
import { toReportSarif } from "./report-sarif.ts"
import { renderReview } from "../../cli/terminal/review-view.ts"

test("a filter keeps findings of this severity or worse, and says what it left out", () => {
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
  expect(
    [having("critical"), having("major"), having("minor")].map(
      (report) => listFailureReasons(report, level).length > 0,
    ),
  ).toEqual(expected)
  expect(listFailureReasons(emptyReport, level)).toEqual([])
})

test("a review that fails says why: findings, failed reviewers, missing skills, and files that were not fully checked", () => {
  const unread = ["a.py", "b.py"].map((path) => ({ path, why: "w", isWanted: true, isChanged: true }))
  const usage = [{ phase: "thorough", status: "failed", findings: 0, agent: "security-agent.2", task: "r/1" } as const]
  expect(listFailureReasons({ ...sampleReport, unread, usage }, "major")).toEqual([
    `${sampleReport.findings.filter(({ severity }) => severity !== "minor").length + 1} findings are major or worse`,
    "1 reviewer failed",
    "1 skill could not be used: superpowers:nonexistent",
    "2 files were not fully checked: a.py, b.py",
  ])
})

test("an insight alone can fail a review", () => {
  expect(listFailureReasons({ ...emptyReport, insights: sampleReport.insights }, "major")).toEqual([
    "1 finding is major or worse",
  ])
})

test("findings that a baseline hides are counted in every format, and nothing passes silently", () => {
  const [finding] = sampleReport.findings
  if (finding === undefined) throw new Error("the sample has findings")
  const decided = [{ finding, status: "accepted", reason: "known", match: "same" }] as const
  const report = { ...emptyReport, decided }
  const said = "1 more that the baseline leaves out"
  expect(isPassed({ ...emptyReport, decided: [] })).toBe(true)
  expect(isPassed(report)).toBe(false)
  expect(renderReportMarkdown(report)).toContain(`No findings. ${said}.`)
  expect(renderReportMarkdown({ ...report, findings: sampleReport.findings })).toContain(`${said}.`)
  const [run] = toReportSarif(report, { tool: { name: "skillet", version: "1" } }).runs
  const notes = run?.invocations?.[0]?.toolExecutionNotifications?.map(({ message }) => message.text)
  expect(notes).toEqual([said])
})

test("agents with unreadable answers count as not having answered", () => {
  const use = { phase: "thorough", status: "completed", findings: 0, task: "r/1" } as const
  const usage = [
    { ...use, agent: "bug-detection-agent", status: "failed" as const },
    { ...use, agent: "security-agent.1" },
  ]
  expect(hasNoAnswers({ usage, failedAgents: ["security-agent"] })).toBe(true)
  expect(hasNoAnswers({ usage, failedAgents: [] })).toBe(false)
  expect(hasNoAnswers({ usage: [], failedAgents: ["semgrep"] })).toBe(false)
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
  expect(toReportJson(sampleReport, "r-1")).toEqual({ run: "r-1", ...sampleReport })
  expect(JSON.stringify(toReportJson(backwards(sampleReport) as typeof sampleReport, "r-1"))).toBe(
    JSON.stringify(toReportJson(sampleReport, "r-1")),
  )
  expect(Object.keys(toReportJson(sampleReport, "r-1"))).toMatchInlineSnapshot(`
    [
      "run",
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
  expect(Object.keys(toReportJson(sampleReport, "r-1").findings[0]!)).toMatchInlineSnapshot(`
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
      "patch",
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

test("a persona sees its own findings; those for more thorough personas are counted and do not fail the review", () => {
  const [worst, ...rest] = sampleReport.findings
  if (worst === undefined) throw new Error("the sample has findings")
  const report = {
    ...emptyReport,
    findings: [
      { ...worst, persona: "auditor" as const, place: "test" },
      ...rest.map((one) => ({ ...one, persona: "pedantic" as const })),
    ],
  }
  const regular = limitToPersona(report, "regular")
  expect([regular.findings, regular.further]).toEqual([
    [],
    [
      { persona: "pedantic", findings: rest.length, apart: 0 },
      { persona: "auditor", findings: 1, apart: 1 },
    ],
  ])
  expect([
    listFailureReasons(report, "critical"),
    listFailureReasons(regular, "suggestion"),
    isPassed(regular),
  ]).toEqual([["1 finding is critical"], [], false])
  expect(describeFurther(regular)).toBe(
    "2 more for --persona pedantic, 1 more for --persona auditor (1 in tests, examples, tools or third-party code)",
  )
  expect(renderReportMarkdown(regular)).toContain(`No findings. ${describeFurther(regular)}. Checked:`)
  const pedantic = limitToPersona(report, "pedantic")
  expect([pedantic.findings, pedantic.further]).toEqual([
    report.findings.slice(1),
    [{ persona: "auditor", findings: 1, apart: 1 }],
  ])
  expect(renderReportMarkdown(pedantic)).toContain("1 more for --persona auditor")
  expect(JSON.stringify(toReportSarif(pedantic, { tool: { name: "skillet", version: "1" } }))).toContain(
    "1 more for --persona auditor",
  )
  expect(limitToPersona(report, "auditor")).toBe(report)
})

test("many unread files with the same reason share a line; files of a change are all named", () => {
  const links = Array.from({ length: 9 }, (_, at) => ({
    path: `link${at}.js`,
    why: "not read: a symbolic link, which is not followed",
    isWanted: true,
    isChanged: at === 8,
  }))
  expect(listUnfinished({ ...emptyReport, unread: links })).toEqual([
    "link8.js: not read: a symbolic link, which is not followed",
    "8 files, such as link0.js, link1.js, link2.js: not read: a symbolic link, which is not followed",
  ])
})

test("what a judge lowered is listed with its reason in every format, counts for --fail-on, and passes nothing", () => {
  const [first] = sampleReport.findings
  if (first === undefined) throw new Error("the sample has findings")
  const lowered = { reason: "a list guards it", quoted: { file: "src/a.js", line: 3 } }
  const finding = { ...first, severity: "critical" as const, persona: "pedantic" as const, isOwn: true, lowered }
  const report = limitToPersona({ ...emptyReport, findings: [finding] }, "regular")
  expect(report).toMatchObject({ findings: [], lowered: [{ id: finding.id }] })
  expect(describeFurther(report)).toBe("1 more for --persona pedantic (1 lowered by a judge)")
  expect(isPassed(report)).toBe(false)
  expect(listFailureReasons(report, "major")).toEqual([
    `${finding.id}, lowered by a judge and not accepted by a person, is major or worse`,
  ])
  const place = `${finding.file}:${finding.line}`
  const texts = [
    renderReportMarkdown(report).replaceAll("\\", ""),
    JSON.stringify(toReportSarif(report, { tool: { name: "skillet", version: "1" } })),
    renderReview(report, { width: 400, colour: false }).join("\n"),
    JSON.stringify(toReportJson(report, "r-1")),
  ]
  for (const text of texts) expect([text.includes("a list guards it"), text.includes("src/a.js")]).toEqual([true, true])
  expect(texts[2]).toContain(`${place}`)
  expect(renderReportMarkdown(limitToPersona({ ...emptyReport, findings: [finding] }, "pedantic"))).toContain(
    "Judged to be a false alarm, quoting `src/a.js:3`: ",
  )
})

test("what is left out for the same cause as a false positive is listed in every format, with where that was decided", () => {
  const [finding] = sampleReport.findings
  if (finding === undefined) throw new Error("the sample has findings")
  const decision = {
    status: "false-positive",
    reason: "ids are numbers",
    match: "cause",
    decidedFor: "lib/x.js",
  } as const
  const report = { ...emptyReport, decided: [{ finding, ...decision }] }
  const texts = [
    renderReportMarkdown(report),
    JSON.stringify(toReportSarif(report, { tool: { name: "skillet", version: "1" } })),
    renderReview(report, { width: 400, colour: false }).join("\n"),
  ]
  for (const text of texts) {
    expect(text).toContain("1 more that the baseline leaves out (1 for the same cause as a false positive)")
    expect(text).toMatch(/Decided for lib\/x\\?\.js: ids are numbers/)
  }
})
