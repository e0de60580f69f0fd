import { expect, test } from "vitest"
import { sampleAgent as agent, sampleWork as work } from "../../../test/wake/sample-agent.ts"
import type { AgentEvent } from "../../agents/agent-driver.ts"
import type { Agent } from "../model.ts"
import {
  isAwaited,
  isDead,
  isRecovery,
  isWorking,
  maySpawn,
  planNextTurn,
  planPrompt,
  readSession,
  isReceipt,
  START_MILLISECONDS,
  takeTurn,
  isWaitingForProcess,
} from "./agent-turns.ts"

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

test("a turn begins only if nobody is working, and one process takes it", () => {
  expect(planNextTurn(agent({ work: held("here") }), "prompted", now)).toBe(undefined)
  const next = planNextTurn(agent({ status: "completed" }), "prompted", now)
  expect(next).toEqual({
    status: "running",
    updated: 200,
    work: { ...work, turn: 3, because: "prompted", worker: undefined },
  })
  expect(takeTurn(agent(), "me", 5)).toEqual({ work: held("me"), updated: 5 })
  expect(takeTurn(agent({ work: held("other") }), "me", 5)).toBe(undefined)
  expect(takeTurn(agent({ status: "completed" }), "me", 5)).toBe(undefined)
})

test("only the orchestrator, or a person, spawns", () => {
  const names = [undefined, "", "orchestrator", "login-abcd"]
  expect(names.map((name) => maySpawn(name, undefined))).toEqual([true, true, true, false])
  expect(maySpawn("june", { role: "orchestrator" })).toBe(true)
  expect(maySpawn("orchestrator", { role: "agent" })).toBe(false)
  expect(maySpawn("login-abcd", { role: "orchestrator", work })).toBe(false)
})

test("a message reaches a spawned agent in a turn, a working one after its turn, and a host's agent through its hook", () => {
  const plan = (one: Agent | undefined, branch = "main") => planPrompt(one, now, (project) => ({ project, branch }))
  expect(plan(undefined)).toEqual({ kind: "host" })
  expect(plan(agent({ work: undefined }))).toEqual({ kind: "host" })
  expect(plan(agent({ work: held("here") }))).toEqual({ kind: "working" })
  expect(plan(agent({ status: "blocked", question: "r-1" }))).toEqual({ kind: "blocked", question: "r-1" })
  expect(plan(agent({ status: "failed" }))).toEqual({ kind: "start" })
  expect(plan(agent({ status: "failed" }), "other")).toEqual({ kind: "elsewhere", cwd: "/p" })
})

test("an answer is left to a process that waits for it, as long as it lives", () => {
  expect([undefined, "here", "gone"].map((waiter) => isAwaited(agent({ waiter }), now))).toEqual([false, true, false])
})

test("a session that begins, a notice and a count do not show that the prompt was read; anything the agent does shows it", () => {
  const events: readonly AgentEvent[] = [
    { kind: "session", session: "s" },
    { kind: "notice", text: "retry" },
    { kind: "thinking", text: "" },
    { kind: "message", text: "Hi" },
    { kind: "tool_call", id: "1", tool: "Read", input: {} },
  ]
  expect(events.filter(isReceipt).map(({ kind }) => kind)).toEqual(["thinking", "message", "tool_call"])
})

test("only the event that begins a session names one", () => {
  expect(readSession({ kind: "session", session: "s-1" })).toBe("s-1")
  expect(readSession({ kind: "notice", text: "s-1" })).toBeUndefined()
})

test("a turn waits for its process until the process took it, another turn began, or the agent was stopped", () => {
  const waiting = { status: "running", work: { ...work, turn: 2, worker: undefined } } as const
  expect(isWaitingForProcess(agent(waiting), 2)).toBe(true)
  expect(isWaitingForProcess(agent({ ...waiting, work: { ...work, worker: "w" } }), 2)).toBe(false)
  expect(isWaitingForProcess(agent(waiting), 1)).toBe(false)
  expect(isWaitingForProcess(agent({ ...waiting, status: "killed" }), 2)).toBe(false)
  expect(isWaitingForProcess(undefined, 2)).toBe(false)
})

test("only an agent that died is started without its session", () => {
  expect(isRecovery({ because: "recovered" })).toBe(true)
  expect(isRecovery({ because: "prompted" })).toBe(false)
})
