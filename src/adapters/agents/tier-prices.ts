import { chooseDriver } from "./choose-driver.ts"
import { type AgentSettings, agentDrivers } from "../../ports/agents/agent-settings.ts"
import { defaultPrices, type Prices } from "../../workflow/quote/prices.ts"
import type { Tier } from "../../workflow/roles.ts"

/** What each tier costs for a role: the price of its model if the settings have one, else the assumed price. */
export function tierPrices(settings: AgentSettings, asked: { readonly agent: string; readonly role: string }): Prices {
  const named = agentDrivers.find((name) => name === asked.agent)
  const usual = settings.default ?? agentDrivers[0]
  const priceOf = (tier: Tier) => {
    const { model = "" } = chooseDriver(settings, { agent: asked.role, tier }, { named, usual })
    return (Object.hasOwn(settings.prices, model) ? settings.prices[model] : undefined) ?? defaultPrices[tier]
  }
  return { large: priceOf("large"), mid: priceOf("mid"), small: priceOf("small") }
}
