import type { ReviewKind } from "../claims/categories.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { FileProblem } from "../../problem/problem.ts"
import { reviewAgentNamed, type ReviewAgent } from "../../skill/body/review/agents.ts"
import { unknownAgent } from "../../skill/body/review/read-review-skill.ts"
import { type Reviewer, reviewersOf, roundOf } from "../reviewers.ts"
import type { Depth } from "../review-data.ts"

/** Reads agent names from settings and flags. An unknown name is a problem. */
export function readAgentNames(names: readonly string[]): {
  readonly agents: readonly ReviewAgent[]
  readonly problems: readonly FileProblem[]
} {
  const found = names.map((name) => ({ name, ...reviewAgentNamed(name) }))
  return {
    agents: [...new Set(found.flatMap((one) => ("agent" in one ? [one.agent] : [])))],
    problems: found.flatMap((one) => ("near" in one ? [unknownAgent({}, one.name, one.near)] : [])),
  }
}

/** The agents that a flag skips. An unknown name stops the review with an error that lists the nearest names. */
export function skippedAgents(kind: ReviewKind, names: readonly string[]): readonly string[] {
  const own = names.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/(-agent)?$/, "-agent"),
  )
  const ids = reviewersOf("docs").map(({ id }) => id)
  if (kind === "docs" && own.every((id) => ids.includes(id))) return own
  const { agents, problems } = readAgentNames(names)
  const [wrong] = problems
  if (wrong === undefined) return agents
  throw new SkilletError("review.unknown-agent", wrong.message, {
    retry: "no",
    next: wrong.fix ?? "skillet review --dry-run lists the agents",
  })
}

/** Reviewers without patterns. Without a model they see nothing, which is not the same as finding nothing. */
export function blindReviewers(
  { kind, depth }: { readonly kind: ReviewKind; readonly depth: Depth },
  searched: ReadonlySet<string>,
): readonly Reviewer[] {
  const round = depth === "quick" ? "quick" : "thorough"
  return roundOf({ kind, skippedAgents: [] }, round).filter(({ category }) => !searched.has(category))
}

export function blindText(blind: readonly Reviewer[]): readonly string[] {
  if (blind.length === 0) return []
  return [
    `${blind.map(({ category }) => category).join(", ")}: no rule covers these; use --agent to have an agent review them`,
  ]
}
