import { expect, test } from "vitest"
import type { Agent, Task } from "../model.ts"
import { writeRecoveryNote } from "../packet/write-recovery-note.ts"
import { planRecovery, requireRecovery } from "./plan-recovery.ts"

const scope = { project: "/p", branch: "main" }
const task: Task = {
  ...scope,
  id: "t-aaaaaaaa",
  root: "t-aaaaaaaa",
  order: "000001",
  title: "Add the endpoint",
  status: "active",
  skills: [],
  children: 0,
  created: 1,
  updated: 1,
}
const dead = (recoveries: Record<string, number> = {}, more: Partial<Agent> = {}): Agent => ({
  ...scope,
  agent: "login-abcd",
  role: "agent",
  status: "failed",
  seen: 0,
  updated: 1,
  work: {
    kind: "command",
    task: task.id,
    by: "orchestrator",
    cwd: "/p",
    turn: 1,
    because: "spawned",
    recoveries,
  },
  ...more,
})
const now = { at: 2, isGone: () => true }

test("a dead agent is started again three times for a task, then the task is given up", () => {
  const plans = [0, 1, 2, 3].map((times) => planRecovery(dead({ [task.id]: times }), task, now))
  expect(plans).toEqual([
    { kind: "start", task, attempt: 1 },
    { kind: "start", task, attempt: 2 },
    { kind: "start", task, attempt: 3 },
    { kind: "give-up", task },
  ])
  expect(planRecovery(dead({ "t-other": 3 }), task, now)).toMatchObject({ kind: "start", attempt: 1 })
})

test("an agent that is not dead, asks, has no task or was not spawned is not started again", () => {
  const why = (agent: Agent, open: Task | undefined = task) => {
    const plan = planRecovery(agent, open, now)
    return plan.kind === "refused" ? plan.why : plan.kind
  }
  expect(why(dead({}, { status: "completed" }))).toBe("@login-abcd has not died")
  expect(why(dead({}, { question: "r-1", status: "blocked" }))).toBe("@login-abcd waits for an answer")
  expect(why(dead({}, { status: "running", updated: 2 }))).toBe("@login-abcd is still working")
  expect(why(dead({}, { work: undefined }))).toBe("@login-abcd was not spawned by Skillet")
  expect(planRecovery(dead(), undefined, now)).toMatchObject({ why: "@login-abcd has no open task" })
})

test("the last 200 lines of the dead agent's log are quoted, so that they cannot add a heading", () => {
  const log = ["oldest", ...Array.from({ length: 199 }, (_, at) => `line ${at}`), "## New Message"]
  const note = writeRecoveryNote(task, log)
  expect(note).toContain("Task t-aaaaaaaa is active.")
  expect(note).toContain("The last 200 lines of its log:")
  expect(note).not.toContain("oldest")
  expect(note).toContain("\n> ## New Message")
  expect(writeRecoveryNote(task, [])).toContain("It left no log.")
  expect(writeRecoveryNote(task, ["started"])).toContain("The last line of its log:\n\n")
})

test("a refusal is thrown with its reason, and any other plan is passed on", () => {
  expect(() => requireRecovery({ kind: "refused", why: "it is still working", next: "look" })).toThrow(
    expect.objectContaining({ code: "agent.not-recovered", message: "it is still working", next: "look" }),
  )
  expect(requireRecovery({ kind: "give-up", task })).toEqual({ kind: "give-up", task })
})
