import { expect, test } from "vitest"
import { taskStatuses } from "../model.ts"
import { isClosed, statusFault } from "./task-status.ts"

test("every open status can end, and every ended one can be opened again", () => {
  for (const from of taskStatuses) {
    const ways = taskStatuses.filter((to) => statusFault(from, to) === undefined)
    expect(ways.some((to) => (isClosed(from) ? !isClosed(to) : isClosed(to)))).toBe(true)
  }
})

test("a change that makes no sense is refused with what can be done instead", () => {
  expect(statusFault("cancelled", "done")).toBe(
    "a task that is cancelled cannot become done; from there it can become pending",
  )
  expect(statusFault("done", "done")).toBeUndefined()
})
