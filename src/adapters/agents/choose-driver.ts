import type { AgentEffort, AgentRequest } from "../../ports/agents/agent-driver.ts"
import { type AgentDriverName, type AgentSettings, agentDrivers } from "../../ports/agents/agent-settings.ts"

export interface ChosenDriver {
  readonly driver: AgentDriverName
  readonly model?: string | undefined
  readonly effort?: AgentEffort | undefined
}

/**
 * Who does a request. The role says it before the tier, the tier before the driver's own settings. A driver that a
 * person named for the whole run stays; then only choices that name no driver or that one count.
 */
export function chooseDriver(
  settings: AgentSettings,
  request: Pick<AgentRequest, "agent" | "tier">,
  given: { readonly named?: AgentDriverName | undefined; readonly usual: AgentDriverName },
): ChosenDriver {
  const choices = [settings.roles, settings.tiers].flatMap((table, at) => {
    const name = at === 0 ? request.agent : request.tier
    const choice = Object.hasOwn(table, name) ? table[name] : undefined
    return choice === undefined ? [] : [choice]
  })
  const wanted = choices.find(({ driver }) => driver !== undefined)?.driver
  const driver = given.named ?? wanted ?? given.usual
  const fitting = choices.filter((choice) => choice.driver === undefined || choice.driver === driver)
  const own = settings.drivers[driver]
  return {
    driver,
    model: fitting.find(({ model }) => model !== undefined)?.model ?? own?.model,
    effort: fitting.find(({ effort }) => effort !== undefined)?.effort ?? own?.effort,
  }
}

/** The drivers that `auto` tries, in order. Those that ask nobody else are not among them. */
export function autoOrder(settings: AgentSettings): readonly AgentDriverName[] {
  const agents = agentDrivers.filter((name) => name !== "command" && name !== "offline")
  const wanted = settings.default === undefined ? agents : [settings.default, ...agents]
  return [...new Set(wanted)].filter((name) => !settings.off.includes(name))
}
