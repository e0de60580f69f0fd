import { defineProblems } from "../problem/problem.ts"

/** Each code says what can be wrong with the list of approvals. */
export const problem = defineProblems({
  "trust.unreadable": "error",
})
