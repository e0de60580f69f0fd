import { defineProblems } from "../problem/problem.ts"

/** Problems of a plan. */
export const wakeProblem = defineProblems({
  "plan.no-tasks": "warning",
  "plan.bad-checkbox": "warning",
})
