import { problemsOf } from "../problem/problem.ts"

/** Each code says what can be wrong with the skills a review was asked to use. */
export const problem = problemsOf({
  "review.agent-skipped": "warning",
  "review.command-skill": "warning",
})
