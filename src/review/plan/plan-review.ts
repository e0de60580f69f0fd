import { planFirstRound, planSecondRound } from "../ask-agents.ts"
import type { Depth, Gathered } from "../review-data.ts"
import { listPairs, readItemName } from "../reviewers.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import { ANSWER_TOKENS, defaultPrices, type Prices } from "../../workflow/quote/prices.ts"
import type { Tier } from "../../workflow/roles.ts"
import type { FanoutItem } from "../../workflow/workflow.ts"

/** The agents that a review would ask, and what they would cost. */
export interface PlannedReview {
  readonly kind: Gathered["kind"]
  readonly depth: Depth
  readonly files: number
  /** In how many parts each reviewer reads the files. */
  readonly parts: number
  readonly agents: readonly PlannedAgent[]
  /** The largest possible number of agents, with every judge and every pair. */
  readonly most: number
  readonly tokens: number
  /** An estimate in dollars. It assumes at most as many judges as reviewers. */
  readonly money: number
}

export interface PlannedAgent {
  readonly round: string
  readonly agent: string
  readonly tier: Tier
  /** The model that the settings name for the tier. */
  readonly model?: string | undefined
  readonly tokens: number
  readonly prompt: string
}

interface Tiers {
  readonly prices: Prices
  readonly models: Partial<Readonly<Record<Tier, string | undefined>>>
}

/** Offline, no agent is asked, so the plan is empty and free. */
export function planReview(
  gathered: Gathered,
  { prices, models }: Tiers = { prices: defaultPrices, models: {} },
): PlannedReview {
  const agents =
    gathered.isOffline === true
      ? []
      : [
          ...planFirstRound(gathered).map((item) => planned("thorough", item, models)),
          ...planSecondRound(gathered, []).map((item) => planned("gaps", item, models)),
        ]
  const others = gathered.files.length + listPairs(gathered).length + 1
  const judges = Math.min(gathered.files.length, agents.length)
  return {
    kind: gathered.kind,
    depth: gathered.depth,
    files: gathered.files.length,
    parts: Math.max(0, ...agents.map(({ agent }) => readItemName(agent).part ?? 1)),
    agents,
    most: agents.length === 0 ? 0 : agents.length + others,
    tokens: agents.reduce((sum, agent) => sum + agent.tokens, 0),
    money: agents.reduce((sum, agent) => sum + estimatePrice(agent, prices), 0) + judges * estimatePrice(JUDGE, prices),
  }
}

/** What a judge of one file is assumed to read. */
const JUDGE = { tier: "mid", tokens: 2000 } as const

function planned(
  round: string,
  { item, tier = "mid", prompt = "" }: FanoutItem,
  models: Tiers["models"],
): PlannedAgent {
  return { round, agent: item, tier, model: models[tier], tokens: estimateTokens(prompt), prompt }
}

function estimatePrice({ tier, tokens }: Pick<PlannedAgent, "tier" | "tokens">, prices: Prices): number {
  const { input, output } = prices[tier]
  return (tokens * input + ANSWER_TOKENS[tier] * output) / 1_000_000
}
