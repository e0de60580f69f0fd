import { defineProblems } from "../problem/problem.ts"

/** Problems of a plan, of a task, and of hooks. */
export const wakeProblem = defineProblems({
  "plan.no-tasks": "warning",
  "plan.bad-checkbox": "warning",
  "task.unknown-skill": "warning",
  "hook.failed": "warning",
})
