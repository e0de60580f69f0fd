import { expect, test } from "vitest"
import type { AgentUse } from "../review-data.ts"
import { ratePace } from "./usage-markdown.ts"

const code = { kind: "code", depth: "deep" } as const
const use = { phase: "thorough", agent: "security-agent", status: "completed", findings: 0, task: "" } as const

test.each([
  ["a large one", use, code, [14, 15, 180, 181], ["fast", undefined, undefined, "slow"]],
  ["a mid one", { ...use, agent: "compliance-agent" }, code, [9, 10, 120, 121], ["fast", undefined, undefined, "slow"]],
  ["a second look", { ...use, phase: "gaps" }, code, [9, 10, 120, 121], ["fast", undefined, undefined, "slow"]],
  ["a quick review", use, { ...code, depth: "quick" }, [14, 15], ["fast", undefined]],
  [
    "synthesis",
    { ...use, phase: "synthesis", agent: "bugs-security" },
    code,
    [4, 5, 90, 91],
    ["fast", undefined, undefined, "slow"],
  ],
  ["a judge", { ...use, phase: "validate", agent: "src/a.ts" }, code, [0, 999], [undefined, undefined]],
  ["one that failed", { ...use, status: "failed" }, code, [0, 999], [undefined, undefined]],
] as const)("how fast %s is", (_, agent: AgentUse, review, seconds, expected) => {
  expect(seconds.map((one) => ratePace({ ...agent, milliseconds: one * 1000 }, review))).toEqual(expected)
  expect(ratePace(agent, review)).toBeUndefined()
})
