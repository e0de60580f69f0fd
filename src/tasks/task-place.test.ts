import { expect, test } from "vitest"
import type { AgentWork } from "./model.ts"
import { findTaskOwner } from "./task-place.ts"

test("an agent and one that was spawned have their own tasks; a sub-agent of a host works on those of its project", () => {
  expect(findTaskOwner({ agent: "a", work: undefined }, "agent")).toBe("a")
  expect(findTaskOwner({ agent: "a", work: {} as AgentWork }, "implementer")).toBe("a")
  expect(findTaskOwner({ agent: "a", work: undefined }, "implementer")).toBeUndefined()
})
