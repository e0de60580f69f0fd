import { firstRound, secondRound } from "../review-steps.ts"
import type { Depth, Gathered } from "../review-data.ts"
import { pairsOf } from "../reviewers.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import { ANSWER_TOKENS, defaultPrices } from "../../workflow/quote/prices.ts"
import type { FanoutItem } from "../../workflow/workflow.ts"

/** What a review would ask, before anybody is asked. */
export interface PlannedReview {
  readonly kind: Gathered["kind"]
  readonly depth: Depth
  readonly files: number
  readonly agents: readonly PlannedAgent[]
  /** With every judge and every pair. */
  readonly most: number
  readonly tokens: number
  readonly money: number
}

export interface PlannedAgent {
  readonly round: string
  readonly agent: string
  readonly tier: string
  readonly tokens: number
  readonly prompt: string
}

export function planReview(gathered: Gathered): PlannedReview {
  const agents = [
    ...firstRound(gathered).map((item) => planned("thorough", item)),
    ...secondRound(gathered, []).map((item) => planned("gaps", item)),
  ]
  const tokens = agents.reduce((sum, agent) => sum + agent.tokens, 0)
  return {
    kind: gathered.kind,
    depth: gathered.depth,
    files: gathered.files.length,
    agents,
    most: agents.length + gathered.files.length + pairsOf(gathered).length + 1,
    tokens,
    money: agents.reduce((sum, agent) => sum + priceOf(agent), 0),
  }
}

function planned(round: string, { item, tier = "mid", prompt = "" }: FanoutItem): PlannedAgent {
  return { round, agent: item, tier, tokens: estimateTokens(prompt), prompt }
}

function priceOf({ tier, tokens }: PlannedAgent): number {
  const model = tier as keyof typeof defaultPrices
  const { input, output } = defaultPrices[model]
  return (tokens * input + ANSWER_TOKENS[model] * output) / 1_000_000
}
