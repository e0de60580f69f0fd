import { expect, test } from "vitest"
import { sampleAgent as agent, sampleWork as work } from "../../../test/wake/sample-agent.ts"
import { endNotes, endTurn, leavesForReview } from "./end-turn.ts"

test("an agent that asked a person something is blocked after its turn, unless it failed", () => {
  expect(endTurn(agent({ work: { ...work, worker: "me" }, question: "r-1" }), "completed", 5)).toMatchObject({
    status: "blocked",
    work: { worker: undefined },
  })
  expect(endTurn(agent({ question: "r-1" }), "failed", 5).status).toBe("failed")
  expect(endTurn(agent(), "completed", 5).status).toBe("completed")
})

test("a finished turn leaves an active task without subtasks for review, and no other", () => {
  expect(leavesForReview("completed", { status: "active", children: 0 })).toBe(true)
  expect(leavesForReview("failed", { status: "active", children: 0 })).toBe(false)
  expect(leavesForReview("completed", { status: "active", children: 2 })).toBe(false)
  expect(leavesForReview("completed", { status: "done", children: 0 })).toBe(false)
  expect(leavesForReview("completed", undefined)).toBe(false)
})

test("the note on a turn says whether it failed or waits for an answer", () => {
  expect(endNotes("failed", "blocked")).toEqual({ kind: "agent_failed", code: 1 })
  expect(endNotes("completed", "blocked")).toEqual({ kind: "agent_blocked", code: 0 })
  expect(endNotes("completed", "completed")).toEqual({ kind: "agent_completed", code: 0 })
  expect(endNotes("completed", undefined)).toEqual({ kind: "agent_completed", code: 0 })
})
