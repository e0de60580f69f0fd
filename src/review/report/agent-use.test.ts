import { expect, test } from "vitest"
import { toAgentUse } from "./agent-use.ts"

const dispatch = { run: "r-1", step: "thorough", round: 1, item: "bug", status: "answered" } as const
const prompt = { kind: "prompt", prompt: "Look." } as const
const none = { findings: [], invalid: [] }

test("a step without an agent has no usage", () => {
  expect(toAgentUse({ ...dispatch, ask: { kind: "step" } }, undefined, none)).toBeUndefined()
})

test("an agent that answered has completed; tokens are those it read and wrote, and unknown is not zero", () => {
  const usage = { milliseconds: 10, tokensIn: 100, tokensOut: 20, money: 0.5 }
  const asked = { ...dispatch, ask: prompt }
  expect(toAgentUse(asked, { outcome: "ok", usage }, none)).toEqual({
    phase: "thorough",
    agent: "bug",
    status: "completed",
    findings: 0,
    task: "r-1/thorough/1/bug",
    milliseconds: 10,
    tokens: 120,
    money: 0.5,
  })
  expect(toAgentUse(asked, { outcome: "ok" }, none)).not.toHaveProperty("tokens")
})

test.each([
  ["answered", { outcome: "fail" }, "failed"],
  ["leased", undefined, "failed"],
  ["cancelled", undefined, "skipped"],
] as const)("a dispatch that is %s with %j has %s", (status, result, expected) => {
  expect(toAgentUse({ ...dispatch, status, ask: prompt }, result, none)?.status).toBe(expected)
})

test("of an agent that nobody measured, the time until its answer arrived is known", () => {
  const asked = { ...dispatch, ask: prompt, entered: 1000 }
  expect(toAgentUse(asked, { outcome: "ok", at: 43_000 }, none)).toMatchObject({
    milliseconds: undefined,
    waited: 42_000,
  })
  const measured = toAgentUse(
    asked,
    { outcome: "ok", at: 43_000, usage: { milliseconds: 5, tokensIn: 1, tokensOut: 1, money: 0 } },
    none,
  )
  expect(measured).toMatchObject({ milliseconds: 5 })
  expect(measured).not.toHaveProperty("waited")
  expect(toAgentUse(asked, { outcome: "ok", at: 43_000, reused: "r-0" }, none)).not.toHaveProperty("waited")
})
