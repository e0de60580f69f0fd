import { expect, test } from "vitest"
import { readPlan } from "./read-plan.ts"

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
