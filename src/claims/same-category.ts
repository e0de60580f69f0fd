import { findAgent } from "../skill/body/review/agents.ts"

/** Whether two words mean the same kind of findings: `bugs`, `Bug` and `bug-detection` do. */
export function isSameCategory(a: string, b: string): boolean {
  return kindNamed(a) === kindNamed(b)
}

/** One word for all that mean the same kind of findings. */
export function kindNamed(category: string): string {
  const key = category
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-")
  const found = findAgent(key)
  return "agent" in found ? found.agent : key
}
