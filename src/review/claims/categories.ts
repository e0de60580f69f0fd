import { findReviewAgent } from "../../skill/body/review/agents.ts"

/** What is reviewed: code, or documents. */
export type ReviewKind = "code" | "docs"

/** The category under which each reviewer reports its findings. */
const categories: Readonly<Record<ReviewKind, Readonly<Record<string, string>>>> = {
  code: {
    "api-contracts-agent": "API Contracts",
    "architecture-agent": "Architecture",
    "bug-detection-agent": "Bugs",
    "compliance-agent": "Compliance",
    "error-handling-agent": "Error Handling",
    "performance-agent": "Performance",
    "security-agent": "Security",
    "technical-debt-agent": "Technical Debt",
    "test-coverage-agent": "Test Coverage",
  },
  docs: {
    "accuracy-agent": "Accuracy",
    "clarity-agent": "Clarity",
    "completeness-agent": "Completeness",
    "consistency-agent": "Consistency",
    "examples-agent": "Examples",
    "structure-agent": "Structure",
  },
}

export function findAgentCategory(kind: ReviewKind, agent: string): string {
  const known = categories[kind]
  return Object.hasOwn(known, agent) ? (known[agent] ?? agent) : nameOwnCategory(agent)
}

/** The category of a reviewer that a skill defines: `screen-reader-agent` reports Screen Reader. */
function nameOwnCategory(agent: string): string {
  const [, topic] = /^([\w-]+)-agent$/.exec(agent) ?? []
  if (topic === undefined) return agent
  return topic
    .split(/[-_]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ")
}

export function isCategory(kind: ReviewKind, category: string): boolean {
  return Object.values(categories[kind]).includes(category)
}

/** The category that a word of a pattern or a reviewer means: `technical-debt` is Technical Debt. */
export function normaliseCategory(word: string): string {
  const key = word.toLowerCase().replace(/[\s_]+/g, "-")
  const all = [...Object.values(categories.code), ...Object.values(categories.docs)]
  return all.find((category) => category.toLowerCase().replace(/\s+/g, "-") === key) ?? word
}

/** Whether two words mean the same kind of finding: `bugs`, `Bug` and `bug-detection` do. */
export function isSameCategory(a: string, b: string): boolean {
  return toCategoryKind(a) === toCategoryKind(b)
}

/** One word for all words that mean the same kind of finding. */
export function toCategoryKind(category: string): string {
  const key = category
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-")
  const found = findReviewAgent(key)
  return "agent" in found ? found.agent : key
}
