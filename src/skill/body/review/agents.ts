import { findNearestNames } from "../../../text/find-nearest-names.ts"

/** The agents that review, and the other names that people use for them. */
export const reviewAgents = [
  { id: "api-contracts-agent", also: ["api", "apis", "contracts"] },
  { id: "architecture-agent", also: ["architecture-principles"] },
  { id: "bug-detection-agent", also: ["bug", "bugs"] },
  { id: "compliance-agent", also: [] },
  { id: "error-handling-agent", also: ["error", "errors"] },
  { id: "performance-agent", also: ["perf"] },
  { id: "security-agent", also: [] },
  { id: "technical-debt-agent", also: ["debt", "tech-debt"] },
  { id: "test-coverage-agent", also: ["test", "tests", "coverage"] },
  { id: "synthesis-agent", also: [] },
] as const satisfies readonly { readonly id: string; readonly also: readonly string[] }[]

export type ReviewAgent = (typeof reviewAgents)[number]["id"]

export type FoundAgent = { readonly agent: ReviewAgent } | { readonly near: readonly ReviewAgent[] }

/** The agent that a name means: `security-agent`, `security`, `Technical Debt` or `bugs`. */
export function findReviewAgent(name: string): FoundAgent {
  const wanted = toAgentKey(name)
  const agent = names.get(wanted)
  if (agent !== undefined) return { agent }
  const near = findNearestNames(wanted, names.keys()).flatMap((found) => names.get(found) ?? [])
  return { near: [...new Set(near)] }
}

function toAgentKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-")
    .replace(/-agent$/, "")
}

const names: ReadonlyMap<string, ReviewAgent> = new Map(
  reviewAgents.flatMap(({ id, also }) => [toAgentKey(id), ...also].map((name) => [name, id] as const)),
)
