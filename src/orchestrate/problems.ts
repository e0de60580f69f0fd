import { type DefinedCode, defineProblems } from "../problem/problem.ts"

/** Problems of a composite skill. */
export const compositeProblem = defineProblems({
  "composite.first-phase": "error",
  "composite.unknown-phase": "error",
  "composite.bad-context": "error",
  "composite.bad-phase": "error",
  "composite.reserved-phase": "error",
  "composite.missing-text": "warning",
})

export type CompositeProblemCode = DefinedCode<typeof compositeProblem>
