import { defineProblems } from "../problem/problem.ts"

/** Each code says what can be wrong with a skill among other skills. */
export const catalogProblem = defineProblems({
  "skill.needs-newer": "error",
  "skill.paths-match-all": "warning",
  "skill.braces": "warning",
  "catalog.shadowed": "warning",
  "catalog.clash": "warning",
  "settings.no-such-skill": "warning",
})
