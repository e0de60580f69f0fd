import { planFirstRound, planSecondRound } from "../ask-agents.ts"
import type { Depth, Gathered } from "../review-data.ts"
import { settleRounds } from "../review-steps.ts"
import { selectOpenClaims } from "../review-values.ts"
import { chooseFirstRound, listPairs, listRoundReviewers, nameDepth, readItemName } from "../reviewers.ts"
import { planJudges, selectClaimsToJudge } from "./judge-prompts.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import { ANSWER_TOKENS, defaultPrices, type Prices } from "../../workflow/quote/prices.ts"
import type { Tier } from "../../workflow/roles.ts"
import type { FanoutItem } from "../../workflow/workflow.ts"

/** The agents that a review would ask, and what they would cost. */
export interface PlannedReview {
  readonly kind: Gathered["kind"]
  readonly depth: Depth | "offline"
  readonly files: number
  /** In how many parts each reviewer reads the files. */
  readonly parts: number
  readonly agents: readonly PlannedAgent[]
  /** How many agents there will probably be, and what they do. */
  readonly likely: LikelyAgents
  /** The number of agents if every file needs a judge and every pair of categories has findings. */
  readonly most: number
  readonly tokens: number
  /** An estimate in dollars, with the likely number of judges. */
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

export interface LikelyAgents {
  readonly reviewers: number
  /** One for each file with something to judge: those in which a rule found something, and those with claims. */
  readonly judges: number
  /** Those that look for findings that interact, and the one that judges what they say. */
  readonly others: number
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
  const pairs = listPairs(gathered).length
  const likely =
    agents.length === 0
      ? NONE
      : { reviewers: agents.length, judges: countJudges(gathered), others: Math.ceil(pairs / 2) + 1 }
  return {
    kind: gathered.kind,
    depth: nameDepth(gathered),
    files: gathered.files.length,
    parts: Math.max(0, ...agents.map(({ agent }) => readItemName(agent).part ?? 1)),
    agents,
    likely,
    most: agents.length === 0 ? 0 : agents.length + Math.max(gathered.files.length, likely.judges) + pairs + 1,
    tokens: agents.reduce((sum, agent) => sum + agent.tokens, 0),
    money:
      agents.reduce((sum, agent) => sum + estimatePrice(agent, prices), 0) +
      likely.judges * estimatePrice(JUDGE, prices),
  }
}

const NONE: LikelyAgents = { reviewers: 0, judges: 0, others: 0 }

/**
 * The judges of what rules found are known. Claims are not: each reviewer is assumed to make claims about two files, any
 * two of those it sees.
 */
function countJudges(gathered: Gathered): number {
  const { findings } = settleRounds(gathered, { thorough: [], gaps: [] })
  const known = planJudges(gathered, selectClaimsToJudge(selectOpenClaims(gathered, findings)).asked)
  const files = gathered.files.length
  const claims = FILES_CLAIMED * listRoundReviewers(gathered, chooseFirstRound(gathered)).length
  const judged = new Set(known.map(({ file }) => file)).size
  const share = files === 0 ? 0 : 1 - (1 - 1 / files) ** claims
  return known.length + Math.round((files - judged) * share)
}

const FILES_CLAIMED = 2

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
