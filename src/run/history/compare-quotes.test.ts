import { expect, test } from "vitest"
import { defineWorkflow, dispatch } from "../../workflow/define-workflow.ts"
import type { Run } from "../model.ts"
import { compareQuotes } from "./compare-quotes.ts"

const workflow = defineWorkflow({
  name: "look",
  start: "look",
  steps: [dispatch({ id: "look", title: "Look", agent: "quality-reviewer", prompt: "Look.", next: { ok: "end" } })],
})

const run = (id: string, status: Run["status"], tokens: number) =>
  ({ id, workflow: "look", status, params: "{}", started: 5, spent: { agents: 1, tokens, money: 0.5 } }) as Run

test("runs are compared with the quote of their own workflow; only those that ended are added up", () => {
  const trees = [run("r-1", "cancelled", 100), run("r-2", "failed", 40), run("r-3", "running", 7)].map((one) => ({
    run: one,
    below: one.id === "r-1" ? [run("r-1.look.1", "cancelled", 11)] : [],
    workflow,
    children: [],
  }))
  const { byRun, byWorkflow } = compareQuotes(trees)
  expect(byRun.map(({ run: id, actual }) => [id, actual.tokens])).toEqual([
    ["r-1", 111],
    ["r-2", 40],
    ["r-3", 7],
  ])
  const [one] = byRun
  expect(one?.quote.min.agents).toBe(1)
  expect(one?.quote.likely.tokens).toBeGreaterThan(0)
  expect(byWorkflow).toHaveLength(1)
  expect(byWorkflow[0]).toMatchObject({ workflow: "look", runs: 2, actual: { agents: 3, tokens: 151, money: 1.5 } })
  expect(byWorkflow[0]?.quote.likely.tokens).toBe((one?.quote.likely.tokens ?? 0) * 2)
})
