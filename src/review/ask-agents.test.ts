import { expect, test } from "vitest"
import { findingOf, matchOf, reviewOf } from "../../test/review-intake/small-review.ts"
import { planSynthesisItems } from "./ask-agents.ts"
import type { ReviewFinding } from "./claims/review-finding.ts"
import { planReview } from "./plan/plan-review.ts"
import type { Gathered } from "./review-data.ts"

function planQuestions(gathered: Gathered, findings: readonly ReviewFinding[]) {
  return planSynthesisItems({
    round: 1,
    params: {},
    values: { gathered, claims: { findings, rejected: [] }, verdicts: [] },
  })
}

const active = reviewOf({ "src/a.ts": "a\nb\n" }, { skillQuestions: { Security: ["Do they align with OWASP?"] } })

test("the question of an active skill is asked whenever its category has findings, with or without the other of a pair", () => {
  const security = findingOf({ id: "F1", category: "Security" })
  const bug = findingOf({ id: "F2", category: "Bugs", line: 2 })
  const slow = findingOf({ id: "F3", category: "Performance" })
  const asked = (findings: readonly ReviewFinding[]) =>
    planQuestions(active, findings).map(({ item, prompt = "" }) => [item, prompt.includes("align with OWASP?")])
  expect(asked([security, slow])).toEqual([["performance-security", true]])
  expect(asked([security, bug])).toEqual([["security-others", true]])
  expect(asked([security, { ...security, id: "F4" }])).toEqual([["security-others", true]])
  expect(asked([security])).toEqual([])
  expect(asked([bug, slow])).toEqual([])
  expect(planQuestions(active, [security, bug])[0]?.prompt).toContain('Other kinds:\n- F2 "src/a.ts":2')
})

test("a plan knows the judges of what rules found, and estimates those of claims", () => {
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`src/f${at}.ts`, "const a = 1\n"]))
  const matches = [0, 1].map((at) => matchOf({ file: `src/f${at}.ts`, line: 1, autoValidated: false }))
  const few = planReview(reviewOf({ "src/a.ts": "a\n" }))
  const many = planReview(reviewOf(files))
  const found = planReview(reviewOf(files, { judgesOwn: true, matches }))
  expect([few.likely, few.most]).toEqual([{ reviewers: 14, judges: 1, others: 4 }, 21])
  expect([many.likely, many.most]).toEqual([{ reviewers: 14, judges: 16, others: 4 }, 80])
  expect([found.likely.judges, found.most]).toEqual([17, 80])
})
