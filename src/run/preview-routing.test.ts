import { expect, test } from "vitest"
import { bundledProcedures } from "../../test/bundled-procedures.ts"
import { renderText } from "./directive/text/render-text.ts"
import { previewDirective } from "./preview-directive.ts"
import type { StepGiven } from "./preview-routing.ts"

function preview(name: string, id: string, given: StepGiven = {}) {
  const found = bundledProcedures.find(({ workflow }) => workflow.name === name)
  const step = found?.workflow.steps.find((one) => one.id === id)
  if (found === undefined || step === undefined) throw new Error(`there is no step ${id} in ${name}`)
  return previewDirective(found.workflow, step, given)
}

const listNext = (...what: Parameters<typeof preview>) =>
  preview(...what).outcomes.map(({ outcome, command }) => `${outcome}: ${command}`)

test("parameters decide branches, so that the command leads where a run would go", () => {
  const scoped = (scope: string) => listNext("prompt-engineer", "triage", { params: { scope } })
  expect(scoped("single")).toEqual(["ok: skillet step prompt-engineer --step 3"])
  expect(scoped("greenfield")).toEqual(["ok: skillet step prompt-engineer --step 8"])
  expect(scoped("problem")).toEqual(["ok: skillet step prompt-engineer --step 10"])
  expect(listNext("deepthink", "analogical_recall", { params: { question: "x", mode: "quick" } })).toEqual([
    "ok: skillet step deepthink --step 12",
  ])
})

test("a table that only values decide is shown with what it can lead to", () => {
  expect(listNext("prompt-engineer", "triage", { params: { scope: "auto" } })).toEqual([
    "ok: skillet step prompt-engineer --step 2",
  ])
  expect(listNext("prompt-engineer", "route", { params: { scope: "auto" } })).toEqual([
    "iterate: skillet step prompt-engineer --step 5",
    "skip: skillet step prompt-engineer --step 8",
    "fail: skillet step prompt-engineer --step 10",
    "ok: skillet step prompt-engineer --step 3",
  ])
  const values = { triage: { scope: "problem" } }
  expect(listNext("prompt-engineer", "route", { params: { scope: "auto" }, values })).toEqual([
    "fail: skillet step prompt-engineer --step 10",
  ])
  expect(listNext("deepthink", "planning", { params: { question: "x", mode: "full" } })).toEqual([
    "ok: skillet step deepthink --step 6",
  ])
})

test("a fan-out asks as many agents as its parameter says, by default too, each with its own parameters", () => {
  const ten = preview("refactor", "dispatch").dispatches
  expect(ten.map(({ item }) => item)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"])
  const two = preview("refactor", "dispatch", { params: { agents: 2, scope: "src" } }).dispatches
  expect(two.map(({ command }) => command)).toEqual([
    "skillet step refactor-explore --step 1 --param dimension=1 --param scope=src --param focus=",
    "skillet step refactor-explore --step 1 --param dimension=2 --param scope=src --param focus=",
  ])
  expect(preview("deepthink", "dispatch").dispatches).toHaveLength(1)
})

test("at the limit of a review loop the user is asked, and before it nobody is", () => {
  const gate = (iteration: number) => preview("planner", "qr_completeness_gate", { status: "fail", iteration })
  expect(gate(4).outcomes.map(({ command }) => command)).toEqual([
    "skillet step planner --step 5 --qr-iteration 5 --qr-fail",
  ])
  expect(renderText(gate(4))).not.toContain("Ask the user")
  expect(gate(5).outcomes).toEqual([
    { outcome: "fail", command: "skillet step planner --step 5 --qr-iteration 6 --qr-fail" },
    { outcome: "ok", command: "skillet step planner --step 8" },
  ])
  expect(renderText(gate(5))).toContain("After 5 reviews it still does not pass. Ask the user to choose:")
  const passed = preview("planner", "qr_completeness_gate", { status: "pass", iteration: 5 })
  expect(passed.outcomes).toEqual([{ outcome: "ok", command: "skillet step planner --step 8" }])
})

test("a question is part of what to do, with the outcome of each answer", () => {
  expect(renderText(preview("prompt-engineer", "approve"))).toContain(
    "- change, write another proposal; say what should be different (outcome iterate)",
  )
})
