import { type DefinedCode, defineProblems } from "../problem/problem.ts"

/** Each code says what can be wrong with a settings file. */
export const sourceProblem = defineProblems({
  "settings.unreadable": "error",
  "settings.bad-value": "warning",
  "settings.unknown-limit": "error",
  "settings.not-allowed": "warning",
})

export type PortsProblemCode = DefinedCode<typeof sourceProblem>
