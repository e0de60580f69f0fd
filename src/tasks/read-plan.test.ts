import { expect, test } from "vitest"
import { type PlannedTask, readPlan } from "./read-plan.ts"

test("checkboxes of every kind of list are tasks, those in code are not", () => {
  const plan = [
    "# Plan",
    "- [ ] a",
    "* [x] b",
    "+ [X] c",
    "1. [ ] d",
    "   - [ ] below d",
    "2) [ ] e",
    "```",
    "- [ ] f",
    "```",
  ]
  const { tasks, title } = readPlan(plan.join("\n"))
  expect(title).toBe("Plan")
  expect(tasks.map((task) => [task.title, task.isDone, task.children.length])).toEqual([
    ["a", false, 0],
    ["b", true, 0],
    ["c", true, 0],
    ["d", false, 1],
    ["e", false, 0],
  ])
})

const shape = (tasks: readonly PlannedTask[]): readonly unknown[] =>
  tasks.map(({ title, children }) => (children.length === 0 ? title : [title, shape(children)]))

test("headings nest by their level: a section of a task belongs to it, and a section next to it does not", () => {
  const plan = [
    "# Feature Implementation Plan",
    "## Chunk 1: Foundations",
    "### Task 1: Model",
    "- [ ] **Step 1: Write the failing test**",
    "### Task 2: Login",
    "#### Steps",
    "- [ ] write",
    "- [ ] verify",
    "## Chunk 2: Background",
    "Text.",
    "## Phase 3",
    "### Task 3: Old-style steps",
    "#### Step 1: Do this",
    "#### Step 2: Do that",
    "## Verification",
    "- [ ] All tests pass",
  ]
  expect(shape(readPlan(plan.join("\n")).tasks)).toEqual([
    [
      "Chunk 1: Foundations",
      [
        ["Task 1: Model", ["Step 1: Write the failing test"]],
        ["Task 2: Login", ["write", "verify"]],
      ],
    ],
    ["Phase 3", [["Task 3: Old-style steps", ["Step 1: Do this", "Step 2: Do that"]]]],
    "All tests pass",
  ])
})

test("a checked task with an open one below it is not done", () => {
  const [task] = readPlan("- [x] a\n  - [x] b\n  - [ ] c\n").tasks
  expect(task).toMatchObject({ isDone: false, children: [{ isDone: true }, { isDone: false }] })
})

test("a byte order mark hides no heading", () => {
  expect(readPlan("\ufeff# Plan\r\n- [ ] a\r\n").title).toBe("Plan")
})

test("a checkbox that cannot be read with certainty is an open task, and is reported with its line", () => {
  const { tasks, problems } = readPlan(
    "- [ ] a\n- [-] b\n- [~] c\n- [] d\n-[ ] e\n- [✓] f\n- [1] a note\n- [g](link)\n",
  )
  expect(tasks.map(({ title, isDone }) => [title, isDone])).toEqual([
    ["a", false],
    ["b", false],
    ["c", false],
    ["d", false],
    ["e", false],
    ["f", true],
  ])
  expect(problems.map(({ code, line }) => [code, line])).toEqual([
    ["plan.bad-checkbox", 2],
    ["plan.bad-checkbox", 3],
    ["plan.bad-checkbox", 4],
    ["plan.bad-checkbox", 5],
  ])
})
