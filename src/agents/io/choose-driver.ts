import type { AgentEffort } from "../../settings/agent-settings.ts"
import type { AgentRequest } from "../agent-driver.ts"
import {
  type AgentDriverName,
  agentDrivers,
  type AgentSettings,
  type DriverName,
} from "../../settings/agent-settings.ts"
import { AgentFailure } from "../agent-failure.ts"
import type { DriverState } from "./probe-driver.ts"

export interface ChosenDriver {
  readonly driver: AgentDriverName
  readonly model?: string | undefined
  readonly effort?: AgentEffort | undefined
}

/** The names of agents that are asked from here. */
export type StartedAgent = Exclude<DriverName, "host" | "workers">

/** Whether agents are started for a run, or its caller does the work. */
export function startsAgents(agent: DriverName): agent is Exclude<DriverName, "host"> {
  return agent !== "host"
}

/** The driver that a person named; undefined if the settings and the machine decide. */
export function findNamedDriver(agent: StartedAgent): AgentDriverName | undefined {
  return agent === "auto" ? undefined : agent
}

/** Whether a driver asks an agent. If not, there is nothing to limit, to isolate or to pay for. */
export function canAskAgent(driver: AgentDriverName): boolean {
  return driver !== "offline"
}

/**
 * Which driver handles a request. The settings of the role win over those of the tier, and those over the driver's own.
 * If a person named a driver for the whole run, only choices that name no driver or that one count.
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

/** The drivers that `auto` tries, in order. Drivers that ask no agent are not among them. */
export function listAutoOrder(settings: AgentSettings): readonly AgentDriverName[] {
  const agents = agentDrivers.filter((name) => name !== "command" && name !== "offline")
  const wanted = settings.default === undefined ? agents : [settings.default, ...agents]
  return [...new Set(wanted)].filter((name) => !settings.off.includes(name))
}

/** The first driver that is ready, in the order in which they are probed. Throws with all reasons if none is. */
export async function findFirstReady(
  order: readonly AgentDriverName[],
  probe: (driver: AgentDriverName) => Promise<DriverState | undefined>,
): Promise<{ readonly driver: AgentDriverName; readonly version: string }> {
  const reasons: string[] = []
  for (const driver of order) {
    const state = await probe(driver)
    if (state?.kind === "ready") return { driver, version: state.version }
    if (state?.kind === "missing") reasons.push(`${driver}: ${state.why}`)
  }
  throw new AgentFailure("agent.not-found", `no agent can be used here (${reasons.join("; ")})`, {
    retry: "no",
    next: "install one of them, or give --agent command --program 'PROGRAM ARGUMENT…'",
  })
}

/** A driver that was named, unless the settings switched it off. */
export function requireSwitchedOn(driver: AgentDriverName, { off }: Pick<AgentSettings, "off">): AgentDriverName {
  if (!off.includes(driver)) return driver
  throw new AgentFailure("agent.limit", `${driver} is switched off in the settings`, {
    retry: "no",
    next: "choose another --agent, or remove it from agents.off in your settings",
  })
}
