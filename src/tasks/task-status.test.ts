import { expect, test } from "vitest"
import { type Task, taskStatuses } from "./model.ts"
import { requireChanged, isClosed, findStatusFault } from "./task-status.ts"

test("every open status can end, and every ended one can be opened again", () => {
  for (const from of taskStatuses) {
    const ways = taskStatuses.filter((to) => findStatusFault(from, to) === undefined)
    expect(ways.some((to) => (isClosed(from) ? !isClosed(to) : isClosed(to)))).toBe(true)
  }
})

test("a change that makes no sense is refused with what can be done instead", () => {
  expect(findStatusFault("cancelled", "done")).toBe(
    "a task that is cancelled cannot become done; from there it can become pending",
  )
  expect(findStatusFault("done", "done")).toBeUndefined()
})

test("a change returns the task, reports that it does not exist, or is refused with the reason", () => {
  const task = { id: "t-1" } as Task
  expect(requireChanged({ kind: "changed", task }, "t-1")).toBe(task)
  expect(requireChanged({ kind: "missing" }, "t-1")).toBeUndefined()
  expect(() => requireChanged({ kind: "refused", why: "it has open subtasks" }, "t-1")).toThrow(
    expect.objectContaining({ code: "task.refused", message: "it has open subtasks" }),
  )
})
