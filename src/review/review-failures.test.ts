import { expect, test } from "vitest"
import type { Run } from "../run/model.ts"
import { requireEnd, requireGathered } from "./review-failures.ts"
import { reviewWorkflow } from "./review-workflow.ts"

const run = {} as Run

test("a review that was driven to its end has a report", () => {
  expect(() => requireEnd("r-1", { kind: "ended", run })).not.toThrow()
})

test.each([
  ["asks a person", { kind: "asks", run }, "review.unfinished"],
  ["was stopped", { kind: "stopped", run }, "review.unfinished"],
  ["waits for what cannot happen", { kind: "stalled", run, waitsFor: [] }, "run.stalled"],
] as const)("one that %s has none, and says so", (_, driven, code) => {
  expect(() => requireEnd("r-1", driven)).toThrow(expect.objectContaining({ code }))
})

test("a review that asks a person names the same agent for going on", () => {
  const again = { drive: "skillet run drive r-1 --agent claude", report: "skillet review --run r-1 --json" }
  expect(() => requireEnd("r-1", { kind: "asks", run }, again)).toThrow(
    expect.objectContaining({
      next: `skillet run inbox shows the question; after the answer, ${again.drive} continues, and ${again.report} prints the report`,
    }),
  )
})

test.each(["resolve", "gather"])("no agent is asked for what only we may gather: step %s", (step) => {
  expect(() => requireGathered({ id: "r-1", step }, reviewWorkflow)).toThrow(
    expect.objectContaining({ code: "review.not-gathered" }),
  )
  expect(() => requireGathered({ id: "r-1", step }, {})).not.toThrow()
})

test("a review that has everything it needs goes on", () => {
  expect(() => requireGathered({ id: "r-1", step: "thorough" }, reviewWorkflow)).not.toThrow()
})
