import type { ReviewKind } from "../claims/categories.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { FileProblem } from "../../problem/problem.ts"
import { findReviewAgent, type ReviewAgent } from "../../skill/body/review/agents.ts"
import { unknownAgentProblem } from "../../skill/body/review/read-review-skill.ts"
import { type Reviewer, listReviewers, listRoundReviewers } from "../reviewers.ts"
import type { Depth } from "../review-data.ts"

/** Reads agent names from settings and flags. An unknown name is a problem. */
export function readAgentNames(names: readonly string[]): {
  readonly agents: readonly ReviewAgent[]
  readonly problems: readonly FileProblem[]
} {
  const found = names.map((name) => ({ name, ...findReviewAgent(name) }))
  return {
    agents: [...new Set(found.flatMap((one) => ("agent" in one ? [one.agent] : [])))],
    problems: found.flatMap((one) => ("near" in one ? [unknownAgentProblem({}, one.name, one.near)] : [])),
  }
}

/** Agents to skip, of reviews of code or documents. An unknown name is a problem; the others still count. */
export function readSkippedNames(names: readonly string[]): {
  readonly agents: readonly string[]
  readonly problems: readonly FileProblem[]
} {
  const docs = new Set(listReviewers("docs").map(({ id }) => id))
  const { agents, problems } = readAgentNames(names.filter((name) => !docs.has(toReviewerId(name))))
  return { agents: [...agents, ...names.map(toReviewerId).filter((id) => docs.has(id))], problems }
}

function toReviewerId(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/(-agent)?$/, "-agent")
}

/** The agents that a flag skips. An unknown name stops the review with an error that lists the nearest names. */
export function resolveSkippedAgents(kind: ReviewKind, names: readonly string[]): readonly string[] {
  const own = names.map(toReviewerId)
  const ids = listReviewers("docs").map(({ id }) => id)
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
export function findBlindReviewers(
  { kind, depth }: { readonly kind: ReviewKind; readonly depth: Depth },
  searched: ReadonlySet<string>,
): readonly Reviewer[] {
  const round = depth === "quick" ? "quick" : "thorough"
  return listRoundReviewers({ kind, skippedAgents: [] }, round).filter(({ category }) => !searched.has(category))
}

export function describeBlindReviewers(blind: readonly Reviewer[]): readonly string[] {
  if (blind.length === 0) return []
  return [
    `${blind.map(({ category }) => category).join(", ")}: no rule covers these; use --agent to have an agent review them`,
  ]
}
