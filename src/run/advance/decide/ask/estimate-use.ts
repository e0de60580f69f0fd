import type { Usage } from "../../../../agents/agent-driver.ts"
import { defaultPrices } from "../../../../workflow/quote/prices.ts"
import type { Tier } from "../../../../workflow/roles.ts"
import type { RoleCost, RoleCosts, Spent } from "../../../model.ts"

const NOTHING: RoleCost = { answers: 0, tokensIn: 0, tokensOut: 0, money: 0 }

/** Adds the usage of one answer to its role. Gate commands and answers without usage are not counted. */
export function addCosts(
  costs: RoleCosts | undefined,
  agent: string | undefined,
  usage: Usage | undefined,
): RoleCosts | undefined {
  if (agent === undefined || usage === undefined) return costs
  return sumCosts([costs, { [agent]: { ...usage, answers: 1 } }])
}

/** The usage of the roles of several runs together. */
export function sumCosts(all: readonly (RoleCosts | undefined)[]): RoleCosts {
  const sum = new Map<string, RoleCost>()
  for (const [agent, cost] of all.flatMap((costs = {}) => Object.entries(costs)))
    sum.set(agent, added(sum.get(agent) ?? NOTHING, cost))
  return Object.fromEntries(sum)
}

function added(one: RoleCost, other: RoleCost): RoleCost {
  return {
    answers: one.answers + other.answers,
    tokensIn: one.tokensIn + other.tokensIn,
    tokensOut: one.tokensOut + other.tokensOut,
    money: one.money + other.money,
  }
}

export interface UseFacts {
  readonly agent: string
  readonly tier: Tier
  /** Of the prompt. */
  readonly tokens: number
}

/**
 * The expected usage of an agent: its prompt, and the usage of earlier answers of its role, or of any role if its own
 * gave none. Before the first answer only the prompt and the assumed price of its tier are known.
 */
export function estimateUse({ agent, tier, tokens }: UseFacts, costs: RoleCosts): Pick<Spent, "tokens" | "money"> {
  const own = Object.hasOwn(costs, agent) ? costs[agent] : undefined
  const { answers, ...sum } = own ?? Object.values(costs).reduce(added, NOTHING)
  if (answers === 0) return { tokens, money: (tokens * defaultPrices[tier].input) / 1e6 }
  const usual = { in: sum.tokensIn / answers, out: sum.tokensOut / answers, money: sum.money / answers }
  const longer = usual.in > 0 ? Math.max(1, tokens / usual.in) : 1
  return { tokens: Math.ceil(Math.max(tokens, usual.in) + usual.out), money: usual.money * longer }
}
