import { expect, test } from "vitest"
import type { AgentWork } from "./model.ts"
import { listTaskOwners } from "./task-place.ts"

const named = { agent: "backend", role: "agent", work: undefined } as const
const orchestrator = { agent: "june", role: "orchestrator", work: undefined } as const

test("an agent has its own tasks in every role; only without one it works on those of its project", () => {
  expect(listTaskOwners(named, "agent")).toEqual(["backend"])
  expect(listTaskOwners(named, "implementer")).toEqual(["backend", undefined])
  expect(listTaskOwners({ ...named, work: {} as AgentWork }, "implementer")).toEqual(["backend"])
})

test("the orchestrator and its sub-agents work on the tasks of the project, whatever its name is", () => {
  expect(listTaskOwners(orchestrator, "orchestrator")).toEqual([undefined])
  expect(listTaskOwners(orchestrator, "implementer")).toEqual([undefined])
})
