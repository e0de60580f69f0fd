import { defineProblems } from "../problem/problem.ts"

/** Problems of transcripts. What is damaged is left out, and everything else still counts. */
export const sessionProblem = defineProblems({
  "session.unreadable": "error",
  "session.skipped": "warning",
  "session.damaged": "warning",
  "session.changing": "note",
  "session.left-out": "warning",
})
