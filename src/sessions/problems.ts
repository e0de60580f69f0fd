import { defineProblems, type Problem } from "../problem/problem.ts"

/** Problems of transcripts. What is damaged is left out, and everything else still counts. */
export const sessionProblem = defineProblems({
  "session.unreadable": "error",
  "session.skipped": "warning",
  "session.damaged": "warning",
  "session.changing": "note",
  "session.left-out": "warning",
})

/** A line without an end may be the very call that is missing. */
export function hidesCalls({ level, code }: Pick<Problem, "level" | "code">): boolean {
  return level !== "note" || code === "session.changing"
}
