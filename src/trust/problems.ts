import { defineProblems } from "../problem/problem.ts"

/** Each code says what can be wrong with the list of approvals. */
export const trustProblem = defineProblems({
  "trust.unreadable": "error",
})
