import { stripVTControlCharacters } from "node:util"
import fc from "fast-check"
import { expect, test, vi } from "vitest"
import { hostileText, withTexts } from "../../../test/review-report/hostile-text.ts"
import { emptyReport, sampleReport } from "../../../test/review-report/sample-report.ts"
import { filterReport } from "../../review/report/report-outcome.ts"
import type { ReviewReport } from "../../review/review-data.ts"
import { renderReview } from "./review-view.ts"
import { measureWidth } from "../../text/measure-width.ts"

const show = (report: ReviewReport, width = 80) => renderReview(report, { width, colour: false }).join("\n")

test("a review on 80 columns has the code under each finding, and last what to do", () => {
  expect(show(sampleReport)).toMatchInlineSnapshot(`
    "Code review of 2 files on feature/users, deep

    CRITICAL  1

      F1  SQL is built from the request
          src/db.ts:42  Security  [2 agents]  [pattern js-sql-concat]
          42 | const rows = await db.query("select * from users where id = " + req.…
             |                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          \`req.params.id\` goes into the query as it is. Whoever calls the route can
          end the statement and write another one (CWE-89).
          fix: + const rows = await db.query("select * from users where id = ?",
               [req.params.id])

    MAJOR  1

      F2  A failing query ends the process
          src/db.ts:42-44  Error Handling
          42 | const rows = await db.query("select * from users where id = " + req.…
          43 |   res.json(rows)
          44 | })
          Nobody catches what \`db.query\` throws:
          - the request hangs
          - the process ends
          fix: Pass errors of the query to next() and answer with 500. Add a test
               that makes the query fail.

    MINOR  1

      F5  Two functions format dates differently
          src/format.py:7  Technical Debt, Architecture  [3+ agents]  [lowered]
          7 | def show_day(d):
            |          ^^^
          \`day()\` and \`show_day()\` do the same and disagree about the year.
          fix: Keep one of them.

    INSIGHTS  1

      I1  The injection can also stop the service
          src/db.ts:42  major, from F1 and F2
          A statement that does not parse makes the query throw, and nobody catches
          it: one request ends the process.

    Tests to write:
      GET /users/:id with \`1 or 1=1\` answers 404
      A failing query answers 500

    Skills that could not be resolved and were skipped:
      superpowers:nonexistent

    Removed by false-positive rules of skills:
      1 claim: Numbers in tests are no magic numbers

    Warnings:
      src/huge.ts is longer than 5,000 lines: only its changes were shown

    Incomplete. Not fully checked:
      py-nested-quantifier in src/format.py
      bug-detection-agent (gaps) failed

    3 findings in 2 files: 1 critical, 1 major, 1 minor; 1 insight; 4 reviewer
    claims rejected or judged invalid; 3 of 5 planned tasks completed
    Next: fix F1 first, then review again.
    Full report: --format md"
  `)
})

test("a finding on 120 columns", () => {
  expect(show({ ...emptyReport, findings: sampleReport.findings.slice(0, 1) }, 120)).toMatchInlineSnapshot(`
    "Code review of 2 files on feature/users, deep

    CRITICAL  1

      F1  SQL is built from the request
          src/db.ts:42  Security  [2 agents]  [pattern js-sql-concat]
          42 | const rows = await db.query("select * from users where id = " + req.params.id)
             |                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          \`req.params.id\` goes into the query as it is. Whoever calls the route can end the statement and write another one
          (CWE-89).
          fix: + const rows = await db.query("select * from users where id = ?", [req.params.id])

    1 finding in 2 files: 1 critical
    Next: fix F1 first, then review again.
    Full report: --format md"
  `)
})

test.each([
  [emptyReport, ["No issues found. All checks passed: Bugs, Error Handling, Security, Technical Debt"]],
  [
    { ...emptyReport, usage: sampleReport.usage.slice(3, 4) },
    [
      "Incomplete. Not fully checked:",
      "  bug-detection-agent (gaps) failed",
      "",
      "No issues found so far, but the review is incomplete. Checked: Error Handling, Security, Technical Debt",
    ],
  ],
  [
    filterReport({ ...emptyReport, findings: sampleReport.findings.slice(2) }, "major"),
    ["No findings; 1 below major not shown"],
  ],
  [{ ...emptyReport, files: [] }, ["Nothing was reviewed: no file is in scope."]],
  [{ ...emptyReport, files: [], scope: "staged changes" }, ["No staged changes to review."]],
  [{ ...emptyReport, files: [], scope: "changes against main" }, ["No changes against main to review."]],
  [{ ...emptyReport, categories: [] }, ["Nothing was checked: no agent took part."]],
])("without findings it says what that means (%#)", (report, said) => {
  expect(show(report, 120).split("\n").slice(2)).toEqual(said)
})

test("labels that do not fit on a line continue on the next, so that none is lost", () => {
  const { proof: _, verdict: __, ...claim } = first!
  const others = ["API Contracts", "Architecture", "Compliance", "Error Handling", "Performance", "Technical Debt"]
  const said = others.map((category) => ({ ...claim.saidBy[0]!, category }))
  const finding = { ...claim, reason: "not judged: no answer", saidBy: [...claim.saidBy, ...said] }
  const [, , , , , , ...lines] = show({ ...emptyReport, findings: [finding] }).split("\n")
  expect(lines.slice(0, 2)).toEqual([
    "      Security, API Contracts, Architecture, Compliance, Error Handling,",
    "      Performance, Technical Debt [2 agents] [not judged]",
  ])
})

test("the last line is the command that prints the same report in full", () => {
  const report = { ...emptyReport, findings: sampleReport.findings.slice(0, 1) }
  const lines = renderReview(report, { width: 80, colour: false, again: "skillet review --run r-1" })
  expect(lines.at(-1)).toBe("Full report: skillet review --run r-1 --format md")
})

test("answers that cannot be read are not counted as claims", () => {
  const unread = (agent: string) => ({ agent, round: "thorough", why: "unreadable", text: "…" }) as const
  const rejected = [unread("a"), unread("a"), unread("b"), { ...unread("c"), why: "no-such-line" }] as const
  expect(
    show({ ...emptyReport, rejected }, 120)
      .split("\n")
      .slice(2),
  ).toEqual([
    "No findings. 1 reviewer claim rejected or judged invalid; 2 answers could not be read completely. Checked: Bugs, Error",
    "Handling, Security, Technical Debt",
  ])
})

test("colour adds no information to the text", () => {
  vi.stubEnv("FORCE_COLOR", "1")
  const coloured = renderReview(sampleReport, { width: 80, colour: true }).join("\n")
  vi.unstubAllEnvs()
  expect(coloured).not.toBe(show(sampleReport))
  expect(stripVTControlCharacters(coloured)).toBe(show(sampleReport))
})

const [first] = sampleReport.findings
const frame = (evidence: string, startColumn: number, endColumn: number) => {
  const range = { startLine: 7, startColumn, endLine: 7, endColumn }
  const finding = { ...first!, description: "", line: 7, endLine: 7, evidence, range }
  const lines = show({ ...emptyReport, findings: [finding] }, 60).split("\n")
  return lines.filter((line) => / \| /.test(line)).map((line) => line.slice(6))
}

test.each([
  ["indented by tabs", "\t\tif (a = b) {", 7, 12, ["7 | if (a = b) {", "  |     ^^^^^"]],
  ["with wide letters before it", "f('漢字', x)", 9, 10, ["7 | f('漢字', x)", "  |           ^"]],
  ["that is only the part meant", "eval(", 20, 25, ["7 | eval(", "  | ^^^^^"]],
  ["that the range does not fit", "eval(x)", 20, 29, ["7 | eval(x)"]],
  [
    "that is longer than the screen",
    `${"a + ".repeat(40)}bad() + ${"b + ".repeat(40)}c`,
    161,
    166,
    ["7 | …+ a + a + a + a + a + a + a + a + bad() + b + b…", "  |                                    ^^^^^"],
  ],
] as const)("marks stand under the part that is meant in a line %s", (_, evidence, from, to, expected) => {
  expect(frame(evidence, from, to)).toEqual(expected)
})

test("without columns, the code named in the text is marked", () => {
  const { range: _, ...finding } = {
    ...first!,
    title: "Compares `token` with ===",
    evidence: "  if (token === given) {",
  }
  const lines = show({ ...emptyReport, findings: [finding] }).split("\n")
  expect(lines.filter((line) => line.includes(" | "))).toEqual([
    "      42 | if (token === given) {",
    "         |     ^^^^^",
  ])
})

test("no text moves the cursor, and only a path that is to be copied is wider than the screen", () => {
  fc.assert(
    fc.property(hostileText, fc.constantFrom(60, 80, 120), (text, width) => {
      const lines = renderReview(withTexts(sampleReport, text), { width, colour: false })
      expect(lines.filter((line) => /[\u0000-\u001f\u007f-\u009f\u202e]/.test(line))).toEqual([])
      expect(lines.filter((line) => measureWidth(line) > width && !/^ {6}f/.test(line))).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test("many files that are left out for one reason share a line; changed files that should have been checked are all named", () => {
  const files = (isWanted: boolean, isChanged: boolean) =>
    Array.from({ length: 8 }, (_, at) => ({ path: `vendor/${at}.js`, why: "vendored", isWanted, isChanged }))
  const linesFor = (isWanted: boolean, isChanged: boolean) =>
    renderReview({ ...emptyReport, unread: files(isWanted, isChanged) }, { width: 120, colour: false })
      .filter((line) => line.includes("vendor"))
      .join(" ")
  const short = "  8 files, such as vendor/0.js, vendor/1.js, vendor/2.js: vendored"
  expect(linesFor(false, false)).toBe(short)
  expect(linesFor(false, true)).toBe(short)
  expect(linesFor(true, false)).toBe(short)
  expect(linesFor(true, true).match(/vendor\/\d\.js/g)).toHaveLength(8)
})
