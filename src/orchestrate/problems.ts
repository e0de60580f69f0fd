import { type CodeOf, problemsOf } from "../problem/problem.ts"

/** Problems of a composite skill. */
export const problem = problemsOf({
  "composite.first-phase": "error",
  "composite.unknown-phase": "error",
  "composite.bad-context": "error",
  "composite.bad-phase": "error",
  "composite.reserved-phase": "error",
})

export type CompositeProblemCode = CodeOf<typeof problem>
