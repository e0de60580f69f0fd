import { expect, test } from "vitest"
import { emptyReport, sampleReport } from "../../../test/review-report/sample-report.ts"
import { renderReview } from "../../cli/terminal/review-view.ts"
import type { ReviewFinding } from "../claims/review-finding.ts"
import { renderInline } from "./render-markdown.ts"
import { renderReportMarkdown } from "./report-markdown.ts"
import { toReportSarif } from "./report-sarif.ts"

const at = (role: "input" | "way" | "sink", line: number, text: string) => ({
  role,
  file: "src/db.ts",
  line,
  column: 1,
  endLine: line,
  endColumn: 5,
  text,
})
const [first] = sampleReport.findings
if (first === undefined) throw new Error("the sample has findings")
const own: ReviewFinding = {
  ...first,
  proof: undefined as never,
  isOwn: true,
  fix: "Pass the value as a parameter.",
  steps: [at("input", 40, "req.params.id"), at("way", 41, "id.trim()"), at("way", 41, "`${id}`"), at("sink", 42, "q")],
}
const report = { ...emptyReport, findings: [own] }
const tool = { name: "skillet", version: "1" }

test("a data flow is three lines of the report: input, via and sink", () => {
  expect(renderReportMarkdown(report)).toContain(
    [
      "- **Input:** `src/db.ts:40` `req.params.id`",
      "- **Via:** `src/db.ts:41` `id.trim()`, `src/db.ts:41` `` `${id}` ``",
      "- **Sink:** `src/db.ts:42` `q`",
    ].join("\n"),
  )
  const lines = renderReview(report, { width: 100, colour: false })
  expect(lines.filter((line) => /^ {6}(?:input|via|sink):/.test(line))).toEqual([
    "      input: src/db.ts:40 req.params.id",
    "      via:   src/db.ts:41 id.trim(), src/db.ts:41 `${id}`",
    "      sink:  src/db.ts:42 q",
  ])
})

test("who reported a finding is said only if it is more than our own rule", () => {
  const said = (...agents: readonly string[]) =>
    renderReportMarkdown({
      ...report,
      findings: [{ ...own, saidBy: agents.map((agent) => ({ ...own.saidBy[0], agent, round: "thorough" }) as never) }],
    })
      .split("\n")
      .filter((line) => line.includes("Reported by"))
  expect(said("security-agent")).toEqual([])
  expect(said("patterns", "security-agent")).toEqual(["- Reported by Skillet's rules, security-agent (thorough)"])
})

test("one of our rules has its own text, help, CWE and score in SARIF", () => {
  const [run] = toReportSarif(report, { tool }).runs
  expect(run?.tool.driver.rules).toMatchObject([
    {
      id: own.rule,
      shortDescription: { text: own.title },
      fullDescription: { text: own.description },
      help: { text: own.fix },
      properties: { tags: ["security", "external/cwe/cwe-089"], "security-severity": expect.any(String) },
    },
  ])
})

test("a complete review says so in SARIF, even if some categories need an agent; one with a failed reviewer does not", () => {
  const success = (more: object) => toReportSarif({ ...report, ...more }, { tool }).runs[0]?.invocations?.[0]
  expect(success({ incomplete: ["Architecture: no rule covers these"] })?.executionSuccessful).toBe(true)
  expect(success({ failedAgents: ["bug-detection-agent"] })?.executionSuccessful).toBe(false)
})

test.each([
  ["ask @alice or @org/team-a, not a@b.example", "ask `@alice` or `@org/team-a`, not a@b.example"],
  ["@bob: see `@carol`", "`@bob`: see `@carol`"],
  ["(@dave)", "(`@dave`)"],
  ["a/@erin, @@frank and end.@grace", "a/`@erin`, @`@frank` and end.`@grace`"],
])("%j mentions nobody", (text, shown) => {
  expect(renderInline(text)).toBe(shown)
})

test("a merged finding shows what each reviewer said, not only the longest text", () => {
  const said = { round: "thorough", severity: "major" as const }
  const merged: ReviewFinding = {
    ...own,
    description: "A long text that one of them wrote, and that is shown above.",
    saidBy: [
      {
        ...said,
        agent: "loud-agent",
        title: "Loud",
        description: "A long text that one of them wrote, and that is shown above.",
      },
      { ...said, agent: "quiet-agent", title: "Quiet", description: "The id reaches the query." },
    ],
  }
  const text = renderReportMarkdown({ ...emptyReport, findings: [merged] })
  expect(text).toContain("- quiet-agent (thorough): Quiet: The id reaches the query.")
  expect(text.split("A long text").length).toBe(2)
})
