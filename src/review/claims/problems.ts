import { problemsOf } from "../../problem/problem.ts"

/** Problems of a baseline. */
export const problem = problemsOf({
  "review.bad-baseline": "error",
})
