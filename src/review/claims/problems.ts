import { defineProblems } from "../../problem/problem.ts"

/** Problems of a baseline. */
export const claimProblem = defineProblems({
  "review.bad-baseline": "error",
})
