import { estimateTokens } from "../../text/estimate-tokens.ts"
import { textsOfAction } from "../template.ts"
import { isRole, roles, type Tier } from "../roles.ts"
import type { Asked, Step, Workflow } from "../workflow.ts"
import { itemCounts, type ParamRanges } from "./param-ranges.ts"
import { ANSWER_TOKENS, DEFAULT_TIER, type Prices, VALUE_TOKENS } from "./prices.ts"
import { addUsage, mapRange, NOTHING, type Range, timesUsage, type Usage } from "./usage.ts"

export interface PricingContext {
  readonly workflow: Workflow
  readonly prices: Prices
  readonly ranges: ParamRanges
  /** What following a child workflow takes beside the agent that follows it. */
  readonly childOf: (asked: Asked) => Range<Usage>
}

/** What one visit of a step takes. A step that is computed, waited for or answered by a person takes no tokens. */
export function priceStep(step: Step, context: PricingContext): Range<Usage> {
  switch (step.kind) {
    case "do": {
      const usage = usageOf(shownTokens(step, context.workflow), DEFAULT_TIER, context.prices)
      return mapRange(() => usage)
    }
    case "dispatch":
      return askedUsage(step, step, context)
    case "fanout": {
      const { items } = step
      if (items.kind === "list") {
        const each = items.items.map((asked) => askedUsage(step, asked, context))
        return mapRange((end) => each.map((usage) => usage[end]).reduce(addUsage, NOTHING))
      }
      const counts = itemCounts(items, context.ranges)
      const asked: Asked = items.kind === "computed" ? { agent: "general-purpose" } : items.ask
      const one = askedUsage(step, asked, context)
      return mapRange((end) => timesUsage(one[end], counts[end]))
    }
    case "gate":
    case "ask":
    case "compute":
    case "wait":
      return mapRange(() => NOTHING)
  }
}

function askedUsage(step: Step, asked: Asked, context: PricingContext): Range<Usage> {
  const told = `${isRole(asked.agent) ? roles[asked.agent] : ""}\n${asked.prompt ?? ""}`
  const read = estimateTokens(told) + shownTokens(step, context.workflow)
  const own = { ...usageOf(read, asked.tier ?? DEFAULT_TIER, context.prices), agents: 1 }
  const child = context.childOf(asked)
  return mapRange((end) => addUsage(own, child[end]))
}

/** What is shown of a step: its actions, the resources in them, and the values it reads. */
function shownTokens(step: Step, { resources = {} }: Workflow): number {
  const texts = step.actions.flatMap((action) =>
    typeof action === "object" && action.kind === "resource"
      ? [...textsOfAction(action), resources[action.name] ?? ""]
      : textsOfAction(action),
  )
  return texts.reduce((sum, text) => sum + estimateTokens(text), (step.reads ?? []).length * VALUE_TOKENS)
}

function usageOf(tokensIn: number, tier: Tier, prices: Prices): Usage {
  const price = prices[tier] ?? prices[DEFAULT_TIER]
  const tokensOut = ANSWER_TOKENS[tier] ?? ANSWER_TOKENS[DEFAULT_TIER]
  return { agents: 0, tokensIn, tokensOut, cost: (tokensIn * price.input + tokensOut * price.output) / 1e6 }
}
