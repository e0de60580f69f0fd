import { expect, test } from "vitest"
import { sumSpending } from "./sum-spending.ts"

const answer = (workflow: string, agent: string, money: number, reused?: string) => ({
  run: { workflow },
  result: {
    step: "check",
    agent,
    by: "claude",
    at: 0,
    reused,
    usage: { tokensIn: 10, tokensOut: 5, money, milliseconds: 1 },
  },
})

test("every way to divide what was spent adds up to the same total, and what was reused cost nothing", () => {
  const report = sumSpending([answer("a", "judge", 2), answer("b", "", 3), answer("b", "judge", 9, "r-old")], 2)
  expect(report.total).toEqual({ name: "total", answers: 2, tokensIn: 20, tokensOut: 10, money: 5 })
  for (const list of [report.byWorkflow, report.bySkill, report.byStep, report.byAgent, report.byDay])
    expect(list.reduce((sum, { money }) => sum + money, 0)).toBe(5)
  expect(report.byWorkflow.map(({ name }) => name)).toEqual(["b", "a"])
  expect(report.byAgent.map(({ name }) => name)).toEqual(["claude", "judge"])
})
