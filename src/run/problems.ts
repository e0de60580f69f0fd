import { type CodeOf, problemsOf } from "../problem/problem.ts"

/** Each code says what can be wrong with stored runs. */
export const problem = problemsOf({
  "store.queue-repaired": "warning",
  "store.unusable": "error",
  "run.history-changed": "error",
})

export type RunProblemCode = CodeOf<typeof problem>
