import { defineProblems } from "../problem/problem.ts"

export { patternProblemCodes } from "@skillet/scan"

/** Each code says what can be wrong with the skills a review was asked to use. */
export const reviewProblem = defineProblems({
  "review.agent-skipped": "warning",
  "review.command-skill": "warning",
  "review.person-steps": "note",
  "review.reviewer-not-approved": "warning",
  "review.reviewer-name-taken": "warning",
})
