import { type CodeOf, problemsOf } from "../problem/problem.ts"

/** Each code says what can be wrong with a baseline. */
export const problem = problemsOf({
  "review.bad-baseline": "error",
})

export type ClaimsProblemCode = CodeOf<typeof problem>
