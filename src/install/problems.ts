import { defineProblems } from "../problem/problem.ts"

/** Each code says what can be wrong with a lock file. */
export const lockProblem = defineProblems({
  "lock.not-json": "error",
  "lock.merge-conflict": "error",
  "lock.duplicate": "error",
  "lock.version": "error",
  "lock.field": "error",
  "lock.digest": "error",
})
