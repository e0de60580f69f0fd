import { defineProblems } from "../problem/problem.ts"

/** Problems of a plan, and of a task. */
export const wakeProblem = defineProblems({
  "plan.no-tasks": "warning",
  "plan.bad-checkbox": "warning",
  "task.unknown-skill": "warning",
})
