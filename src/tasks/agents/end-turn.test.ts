import { expect, test } from "vitest"
import { sampleAgent as agent, sampleWork as work } from "../../../test/wake/sample-agent.ts"
import { writeEndNotes, endTurn, mayNeedReview } from "./end-turn.ts"

test("an agent that asked a person something is blocked after its turn, unless it failed", () => {
  expect(endTurn(agent({ work: { ...work, worker: "me" }, question: "r-1" }), "completed", 5)).toMatchObject({
    status: "blocked",
    work: { worker: undefined },
  })
  expect(endTurn(agent({ question: "r-1" }), "failed", 5).status).toBe("failed")
  expect(endTurn(agent(), "completed", 5).status).toBe("completed")
})

test("a finished turn leaves an active task without subtasks for review, and no other", () => {
  expect(mayNeedReview("completed", { status: "active", children: 0 })).toBe(true)
  expect(mayNeedReview("failed", { status: "active", children: 0 })).toBe(false)
  expect(mayNeedReview("blocked", { status: "active", children: 0 })).toBe(false)
  expect(mayNeedReview("completed", { status: "active", children: 2 })).toBe(false)
  expect(mayNeedReview("completed", { status: "done", children: 0 })).toBe(false)
  expect(mayNeedReview("completed", undefined)).toBe(false)
})

test("the note on a turn says whether it failed or waits for an answer", () => {
  expect(writeEndNotes("failed", "blocked")).toEqual({ kind: "agent_failed", code: 1 })
  expect(writeEndNotes("completed", "blocked")).toEqual({ kind: "agent_blocked", code: 0 })
  expect(writeEndNotes("completed", "completed")).toEqual({ kind: "agent_completed", code: 0 })
  expect(writeEndNotes("completed", undefined)).toEqual({ kind: "agent_completed", code: 0 })
})
