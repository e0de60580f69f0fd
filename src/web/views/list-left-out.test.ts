import { expect, test } from "vitest"
import { emptyReport, sampleReport } from "../../../test/review-report/sample-report.ts"
import { listLeftOut } from "./list-left-out.ts"

test("what is not among the findings is listed with who said it and what suppressed it", () => {
  const [invalid] = sampleReport.findings
  const left = listLeftOut({
    ...emptyReport,
    rejected: [
      { agent: "security-agent", round: "thorough", why: "code-not-there", text: "eval of a query", count: 2 },
      { agent: "bugs-agent", round: "gaps", why: "no-such-line", text: "line 900" },
    ],
    falsePositives: [{ rule: "tests may have secrets", count: 3 }],
    invalid: invalid === undefined ? [] : [{ ...invalid, reason: "the value is a constant" }],
  })
  expect(left.map(({ why, count }) => `${count} ${why}`)).toEqual([
    "2 Rejected:",
    "1 Removed by false-positive rules:",
    "1 Judged invalid:",
  ])
  expect(left[0]?.items).toEqual([
    "the quoted code is not there (security-agent, thorough, 2 times): eval of a query",
    "the line does not exist (bugs-agent, gaps): line 900",
  ])
  expect(left[2]?.items[0]).toContain("the value is a constant")
  expect(listLeftOut(emptyReport)).toEqual([])
})
