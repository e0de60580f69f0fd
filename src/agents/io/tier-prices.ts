import { chooseDriver } from "./choose-driver.ts"
import { type AgentSettings, agentDrivers } from "../../settings/agent-settings.ts"
import { defaultPrices, type Prices } from "../../workflow/quote/prices.ts"
import type { Tier } from "../../workflow/roles.ts"

interface Asked {
  readonly agent: string
  readonly role: string
}

/** The model that the settings choose for each tier of a role; absent where the driver or the calling agent does. */
export function chooseTierModels(settings: AgentSettings, asked: Asked): TierModels {
  return asked.agent === "host" ? NONE : chosenModels(settings, asked)
}

type TierModels = Readonly<Record<Tier, string | undefined>>

const NONE: TierModels = { large: undefined, mid: undefined, small: undefined }

function chosenModels(settings: AgentSettings, asked: Asked): TierModels {
  const named = agentDrivers.find((name) => name === asked.agent)
  const usual = settings.default ?? agentDrivers[0]
  const chooseModel = (tier: Tier) => chooseDriver(settings, { agent: asked.role, tier }, { named, usual }).model
  return { large: chooseModel("large"), mid: chooseModel("mid"), small: chooseModel("small") }
}

/** What each tier costs for a role: the price of its model if the settings have one, else the assumed price. */
export function findTierPrices(settings: AgentSettings, asked: Asked): Prices {
  const models = chosenModels(settings, asked)
  const findPrice = (tier: Tier) => {
    const { [tier]: model = "" } = models
    return (Object.hasOwn(settings.prices, model) ? settings.prices[model] : undefined) ?? defaultPrices[tier]
  }
  return { large: findPrice("large"), mid: findPrice("mid"), small: findPrice("small") }
}
