import type { Tier } from "../../workflow/roles.ts"
import { reviewersOf } from "../reviewers.ts"
import type { AgentUse, ReviewReport } from "../review-data.ts"

/** fast: too fast to have read anything. slow: something held it up. */
export type Pace = "fast" | "slow"

const bounds: Readonly<Record<Tier | "synthesis", { readonly fast: number; readonly slow: number } | undefined>> = {
  large: { fast: 15_000, slow: 180_000 },
  mid: { fast: 10_000, slow: 120_000 },
  small: undefined,
  synthesis: { fast: 5_000, slow: 90_000 },
}

/** Undefined for what is as expected, what did not come to an end, and what nobody timed. */
export function paceOf(use: AgentUse, review: Pick<ReviewReport, "kind" | "depth">): Pace | undefined {
  const { status, milliseconds } = use
  const asked = use.phase === "synthesis" ? "synthesis" : tierOf(use, review)
  const bound = asked === undefined ? undefined : bounds[asked]
  if (status !== "completed" || milliseconds === undefined || bound === undefined) return undefined
  if (milliseconds < bound.fast) return "fast"
  return milliseconds > bound.slow ? "slow" : undefined
}

function tierOf({ agent, phase }: AgentUse, { kind, depth }: Pick<ReviewReport, "kind" | "depth">): Tier | undefined {
  const round = depth === "quick" ? "quick" : phase
  if (round !== "thorough" && round !== "gaps" && round !== "quick") return undefined
  return reviewersOf(kind).find(({ id }) => id === agent)?.tier[round]
}
