import { autoOrder, firstReady, requireOn } from "../../adapters/agents/choose-driver.ts"
import { probeDriver } from "../../adapters/agents/probe-driver.ts"
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
  if (named !== undefined) return requireOn(named, settings)
  const { driver, version } = await firstReady(autoOrder(settings), (one) =>
    probeDriver(one, settings.drivers[one], at.env),
  )
  at.told?.(`--agent auto takes ${driver} ${version}`)
  return driver
}
