import { type Problem, placeProblem } from "../problem/problem.ts"
import { skillProblem } from "../skill/problems.ts"

/** How many names fit in a message; the others are counted. */
const MOST_NAMES = 20

/** A note on the skill files that a worktree lacks and its main checkout has; nothing if it lacks none. */
export function reportOtherCheckout(checkout: string, files: readonly string[]): readonly Problem[] {
  const names = [...new Set(files.map((file) => file.split("/").at(-2) ?? file))].sort()
  if (names.length === 0) return []
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ""
  const wording = {
    message: `this git worktree does not have ${names.length === 1 ? "a skill" : `${names.length} skills`} of the main checkout: ${names.slice(0, MOST_NAMES).join(", ")}${more}`,
    fix: "commit them, copy them here, or keep them in your home directory, which every worktree sees",
  }
  return [placeProblem(checkout, skillProblem("source.other-checkout", {}, wording))]
}
