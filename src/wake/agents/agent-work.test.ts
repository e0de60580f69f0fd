import { expect, test } from "vitest"
import type { Agent, AgentWork } from "../model.ts"
import {
  endTurn,
  isDead,
  isWorking,
  maySpawn,
  nextTurn,
  planPrompt,
  START_MILLISECONDS,
  takeTurn,
} from "./agent-work.ts"

const work: AgentWork = {
  kind: "command",
  task: "t-aaaaaaaa",
  by: "orchestrator",
  cwd: "/p",
  turn: 2,
  because: "spawned",
  recoveries: {},
}
const agent = (more: Partial<Agent> = {}): Agent => ({
  project: "/p",
  branch: "main",
  agent: "login-abcd",
  role: "agent",
  status: "running",
  seen: 0,
  updated: 100,
  work,
  ...more,
})
const now = { at: 200, isGone: (worker: string) => worker === "gone" }
const held = (worker: string) => ({ ...work, worker })

test("an agent works while its process lives, or for a moment while it is being started", () => {
  expect(isWorking(agent({ work: held("here") }), now)).toBe(true)
  expect(isWorking(agent({ status: "blocked", work: held("here") }), now)).toBe(true)
  expect(isWorking(agent(), now)).toBe(true)
  expect(isWorking(agent(), { ...now, at: 100 + START_MILLISECONDS })).toBe(false)
  expect(isWorking(agent({ work: held("gone") }), now)).toBe(false)
  expect(isWorking(agent({ work: undefined }), now)).toBe(false)
})

test("an agent is dead when it should run and no process does; one of a host never is", () => {
  expect(isDead(agent({ work: held("gone") }), now)).toBe(true)
  expect(isDead(agent({ status: "completed", work: held("gone") }), now)).toBe(false)
  expect(isDead(agent({ work: undefined }), now)).toBe(false)
})

test("a turn is begun only where nobody works, and taken by one process", () => {
  expect(nextTurn(agent({ work: held("here") }), "prompted", now)).toBe(undefined)
  const next = nextTurn(agent({ status: "completed" }), "prompted", now)
  expect(next).toEqual({
    status: "running",
    updated: 200,
    work: { ...work, turn: 3, because: "prompted", worker: undefined },
  })
  expect(takeTurn(agent(), "me", 5)).toEqual({ work: held("me"), updated: 5 })
  expect(takeTurn(agent({ work: held("other") }), "me", 5)).toBe(undefined)
  expect(takeTurn(agent({ status: "completed" }), "me", 5)).toBe(undefined)
})

test("an agent that asked a person something is blocked after its turn, unless it failed", () => {
  expect(endTurn(agent({ work: held("me"), question: "r-1" }), "completed", 5)).toMatchObject({
    status: "blocked",
    work: { worker: undefined },
  })
  expect(endTurn(agent({ question: "r-1" }), "failed", 5).status).toBe("failed")
  expect(endTurn(agent(), "completed", 5).status).toBe("completed")
})

test("only the orchestrator, or a person, spawns", () => {
  expect([undefined, "", "orchestrator", "login-abcd"].map(maySpawn)).toEqual([true, true, true, false])
})

test("a message reaches a spawned agent by a turn, a working one after it, one of a host by its hook", () => {
  expect(planPrompt(undefined, now)).toEqual({ kind: "host" })
  expect(planPrompt(agent({ work: undefined }), now)).toEqual({ kind: "host" })
  expect(planPrompt(agent({ work: held("here") }), now)).toEqual({ kind: "working" })
  expect(planPrompt(agent({ status: "blocked", question: "r-1" }), now)).toEqual({ kind: "blocked", question: "r-1" })
  expect(planPrompt(agent({ status: "failed" }), now)).toEqual({ kind: "start" })
})
