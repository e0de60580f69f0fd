import { expect, test } from "vitest"
import { emptyReport, sampleReport } from "../../../test/review-report/sample-report.ts"
import type { Gathered } from "../review-data.ts"
import { leaveOutDecided } from "./leave-out-decided.ts"
import { describeHidden, describeMarked } from "./report-texts.ts"

const [sample] = sampleReport.findings
const text = "# :UNSAFE: no check; the header fixes the length\nread(x)\nread(y)\n"

function leaveOut(found: object = {}, file: object = {}, gathered: object = {}) {
  const finding = { ...sample!, file: "a.py", line: 2, severity: "minor" as const, category: "Security", ...found }
  const files = [{ path: "a.py", text, ...file }]
  return leaveOutDecided({ ...emptyReport, findings: [finding] }, { warnings: [] }, {
    files,
    ...gathered,
  } as unknown as Gathered)
}

test("a finding for which a marker gives the reason is listed separately, with the reason", () => {
  const report = leaveOut()
  expect([report.findings, report.decided]).toMatchObject([
    [],
    [{ status: "accepted", match: "marker", reason: ":UNSAFE: no check; the header fixes the length" }],
  ])
  expect(describeMarked(report)[0]).toMatch(
    /^F\d+ a\.py:2.*, minor: .* :UNSAFE: no check; the header fixes the length$/,
  )
  expect(describeHidden(report)).toContain("1 more accepted by a marker in the code")
})

test.each([
  ["on another line", { line: 3 }, {}, {}],
  ["of another category", { category: "Performance" }, {}, {}],
  ["that is major", { severity: "major" }, {}, {}],
  ["below a malformed marker", {}, { text: "# :UNSAFE: trust me\nread(x)\n" }, {}],
  ["whose marker the change brings", {}, { changed: [1, 2] }, { change: { base: "a" } }],
  ["of a change whose lines are not known", {}, {}, { change: { base: "a" } }],
])("a finding %s stays", (_, found, file, gathered) => {
  expect(leaveOut(found, file, gathered)).toMatchObject({ findings: [{ file: "a.py" }] })
})

test("a marker that was there before a change counts", () => {
  expect(leaveOut({}, { changed: [2] }, { change: { base: "a" } }).findings).toEqual([])
})
