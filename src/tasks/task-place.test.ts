import { expect, test } from "vitest"
import type { AgentWork } from "./model.ts"
import { taskOwner } from "./task-place.ts"

test("an agent and one that was spawned have their own tasks; a sub-agent of a host works on those of its project", () => {
  expect(taskOwner({ agent: "a", work: undefined }, "agent")).toBe("a")
  expect(taskOwner({ agent: "a", work: {} as AgentWork }, "implementer")).toBe("a")
  expect(taskOwner({ agent: "a", work: undefined }, "implementer")).toBeUndefined()
})
