import { expect, test } from "vitest"
import { SkilletError } from "../problem/failure.ts"
import { addUsage, noUsage } from "./add-usage.ts"
import { agentEfforts } from "../settings/agent-settings.ts"
import { AgentFailure, agentFailures } from "./agent-failure.ts"

test("usage adds up field by field, and cached tokens stay unknown if they were not counted", () => {
  const one = { tokensIn: 10, tokensOut: 2, money: 0.5, milliseconds: 100 }
  expect(addUsage(noUsage, one)).toEqual({ ...one, tokensCached: undefined })
  expect(addUsage({ ...one, tokensCached: 4 }, one)).toEqual({
    tokensIn: 20,
    tokensOut: 4,
    money: 1,
    milliseconds: 200,
    tokensCached: 4,
  })
})

test("a failure of an agent is a failure like any other, with what was used for it", () => {
  const usage = { ...noUsage, tokensIn: 7 }
  const failure = new AgentFailure(agentFailures[0], "it died", { retry: "later", next: "try again", usage })
  expect(failure).toBeInstanceOf(SkilletError)
  expect({ code: failure.code, retry: failure.retry, usage: failure.usage }).toEqual({
    code: "agent.failed",
    retry: "later",
    usage,
  })
  expect(agentEfforts).toEqual(["low", "medium", "high"])
})
