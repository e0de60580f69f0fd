import { type CodeOf, problemsOf } from "../problem/problem.ts"

/** Each code says what can be wrong with a settings file. */
export const problem = problemsOf({
  "settings.unreadable": "error",
  "settings.bad-value": "warning",
  "settings.unknown-limit": "error",
  "settings.not-allowed": "warning",
})

export type PortsProblemCode = CodeOf<typeof problem>
