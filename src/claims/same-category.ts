import { findAgent } from "../skill/review/agents.ts"

/** Whether two words mean the same kind of findings: `bugs`, `Bug` and `bug-detection` do. */
export function isSameCategory(a: string, b: string): boolean {
  const [first, second] = [keyOf(a), keyOf(b)]
  if (first === second) return true
  const [one, other] = [findAgent(first), findAgent(second)]
  return "agent" in one && "agent" in other && one.agent === other.agent
}

function keyOf(category: string): string {
  return category
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-")
}
