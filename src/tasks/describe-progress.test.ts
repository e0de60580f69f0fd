import { expect, test } from "vitest"
import { facts, task } from "../../test/wake/sample-facts.ts"
import { assemblePacket } from "./packet/assemble-packet.ts"
import { describeProgress } from "./describe-progress.ts"
import type { Task } from "./model.ts"

const plan = task("t-plan", "000001", { title: "Authentication", status: "active", children: 1 })
const login = task("t-2", "000001.000002", { title: "Task 2: Add login endpoint", parent: "t-plan", children: 3 })
const stages = (...statuses: readonly Task["status"][]) =>
  ["Implementation", "Spec review", "Code quality review"].map((title, at) =>
    task(`t-s${at}`, `000001.000002.00000${at + 1}`, { title, parent: "t-2", status: statuses[at] ?? "pending" }),
  )
const place = (tasks: readonly Task[], current: number) => ({
  ...facts().place,
  current: tasks[current],
  above: [login, plan],
  around: [plan, login, ...tasks],
})

test.each([
  [["active"], 0, "implementation is in progress; next: spec review"],
  [["done", "active"], 1, "implementation is complete, spec review is in progress; next: code quality review"],
  [["done", "pending"], 1, "implementation is complete, spec review is not started; next: code quality review"],
  [["done", "failed", "blocked"], 2, "implementation is complete, spec review failed, code quality review is blocked"],
] as const)("the stages of a task say where it is: %s", (statuses, current, text) => {
  expect(describeProgress(place(stages(...statuses), current))).toMatchObject({ text, isStage: true })
})

test("the orchestrator is told the position and the next stage, a sub-agent the task that its stage is of", () => {
  const reviewed = stages("done", "active").map((one) => (one.id === "t-s1" ? { ...one, assignee: "spec-1" } : one))
  const given = { place: place(reviewed, 1), workerStatus: "completed" as const }
  const { text } = assemblePacket(facts(given), { tokens: 2000 })
  expect(text).toContain(
    "Task 2: Add login endpoint: implementation is complete, spec review is in progress (@spec-1); next: code quality review.",
  )
  expect(text).toContain(
    'Check whether "Spec review" is finished (@spec-1 is completed), then go on to "Code quality review".',
  )
  expect(text).toContain("Then: `skillet task update t-s2 --status active`")
  const sub = assemblePacket(facts({ ...given, agent: { ...facts().agent, role: "spec-reviewer" } }), { tokens: 2000 })
  expect(sub.text).toContain(
    "You are reviewing the spec compliance of Task 2: Add login endpoint (t-2). Your part of it is t-s1: Spec review",
  )
})

test("tasks that are no stages are quoted, and many of them are counted", () => {
  expect(describeProgress(facts().place)?.text).toBe(
    '"Add user model" is complete, "Add login endpoint" is in progress (@backend); next: "Add JWT middleware"',
  )
  const many = Array.from({ length: 9 }, (_, at) =>
    task(`t-${at}`, `00000${at + 1}`, { title: `Part ${at}`, status: at < 5 ? "done" : "pending" }),
  )
  const text = describeProgress({ ...facts().place, current: many[5], above: [], around: many })?.text
  expect(text).toBe('5 of 9 are complete or failed, "Part 5" is not started; next: "Part 6"')
  expect(describeProgress({ ...facts().place, around: [], current: many[5] })).toBeUndefined()
})
