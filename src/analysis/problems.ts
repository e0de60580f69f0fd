import { type CodeOf, problemsOf } from "../problem/problem.ts"

/** Problems of a pattern. */
export const problem = problemsOf({
  "pattern.bad-entry": "error",
  "pattern.same-id": "error",
  "pattern.bad-regex": "error",
  "pattern.refused": "error",
  "pattern.matches-empty": "error",
  "pattern.matches-all": "error",
  "pattern.loose-branch": "error",
  "pattern.exponential": "error",
  "pattern.line-break": "error",
  "pattern.super-linear": "warning",
  "pattern.escaped-pipe": "warning",
  "pattern.no-literal": "note",
})

export type AnalysisProblemCode = CodeOf<typeof problem>
