import { autoOrder } from "../../adapters/agents/choose-driver.ts"
import { probeDriver } from "../../adapters/agents/probe-driver.ts"
import { AgentFailure } from "../../ports/agents/agent-failure.ts"
import type { AgentDriverName, AgentSettings } from "../../ports/agents/agent-settings.ts"

/** The driver of everything for which no role or tier names another. */
export async function usualDriver(
  named: AgentDriverName | undefined,
  settings: AgentSettings,
  at: {
    readonly env: Readonly<Record<string, string | undefined>>
    readonly told?: ((sentence: string) => void) | undefined
  },
): Promise<AgentDriverName> {
  if (named !== undefined && settings.off.includes(named)) throw switchedOff(named)
  if (named !== undefined) return named
  const reasons: string[] = []
  for (const driver of autoOrder(settings)) {
    const state = await probeDriver(driver, settings.drivers[driver], at.env)
    if (state?.kind === "missing") reasons.push(`${driver}: ${state.why}`)
    if (state?.kind !== "ready") continue
    at.told?.(`--agent auto takes ${driver} ${state.version}`)
    return driver
  }
  throw new AgentFailure("agent.not-found", `no agent can be used here (${reasons.join("; ")})`, {
    retry: "no",
    next: "install one of them, or give --agent command --program 'PROGRAM ARGUMENT…'",
  })
}

function switchedOff(driver: AgentDriverName): AgentFailure {
  return new AgentFailure("agent.limit", `the settings switch ${driver} off`, {
    retry: "no",
    next: "choose another --agent, or take it out of agents.off in your settings",
  })
}
