import { expect, test } from "vitest"
import type { Run } from "../run/model.ts"
import { noProgram, requireEnd, tooExpensive, twoScopes } from "./review-failures.ts"

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

test("what a caller must change is named as an option of the command and of the library", () => {
  const said = [noProgram(), tooExpensive({ money: 12.3, limit: 10 }), twoScopes()].map(({ message, next }) => [
    message,
    next,
  ])
  expect(said).toEqual([
    [
      "agent command needs a program",
      "name it with --program 'PROGRAM ARGUMENT…' (in the library: program), or in your settings under agents.drivers.command",
    ],
    [
      "the review costs about $12.30, more than $10.00",
      "give --yes or --max-cost 13 (in the library: budget.money, or the hook confirm) to start it anyway, or name fewer files",
    ],
    ["staged and diff exclude each other", "give one of them"],
  ])
})
