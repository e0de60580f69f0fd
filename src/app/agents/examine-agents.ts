import { type DriverState, probeDriver } from "../../adapters/agents/probe-driver.ts"
import { agentDrivers } from "../../ports/agents/agent-settings.ts"
import type { Skillet } from "../session/open-skillet.ts"

export type ExaminedDriver = DriverState | { readonly driver: string; readonly kind: "off" }

/** Which drivers would work here, and for each that would not, why. Nobody is asked anything. */
export async function examineAgents(
  skillet: Pick<Skillet, "settings" | "options">,
): Promise<readonly ExaminedDriver[]> {
  const { agents } = await skillet.settings()
  const env = skillet.options.env ?? process.env
  const found = await Promise.all(
    agentDrivers.map(async (driver) =>
      agents.off.includes(driver)
        ? ({ driver, kind: "off" } as const)
        : await probeDriver(driver, agents.drivers[driver], env),
    ),
  )
  return found.flatMap((one) => (one === undefined ? [] : [one]))
}
