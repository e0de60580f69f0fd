import { problemsOf } from "../problem/problem.ts"

/** Problems of a plan. */
export const problem = problemsOf({
  "plan.no-tasks": "warning",
  "plan.bad-checkbox": "warning",
})
