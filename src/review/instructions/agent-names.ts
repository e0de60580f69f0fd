import type { FileProblem } from "../../skill/problem.ts"
import { findAgent, type ReviewAgent } from "../../skill/review/agents.ts"
import { unknownAgent } from "../../skill/review/read-review-skill.ts"

/** Reads names of agents as people write them in settings and flags; a name that means none is a problem. */
export function readAgentNames(names: readonly string[]): {
  readonly agents: readonly ReviewAgent[]
  readonly problems: readonly FileProblem[]
} {
  const found = names.map((name) => ({ name, ...findAgent(name) }))
  return {
    agents: [...new Set(found.flatMap((one) => ("agent" in one ? [one.agent] : [])))],
    problems: found.flatMap((one) => ("near" in one ? [unknownAgent({}, one.name, one.near)] : [])),
  }
}
