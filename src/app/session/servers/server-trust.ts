import { serverStep } from "../../../policy/trust/server-step.ts"
import { serverOfAddress } from "../../../skill/server-address.ts"
import type { Skillet } from "../open-skillet.ts"
import { ownPlaces } from "../places.ts"

/** What a server's skills may use, and the real next step to let them use more. An approval does neither. */
export async function serverTrustStep(skillet: Skillet, skillPath: string): Promise<string | undefined> {
  const server = serverOfAddress(skillPath)
  if (server === undefined) return undefined
  const { servers } = await skillet.settings()
  const trust = servers.find(({ name }) => name === server)?.trust ?? "text"
  const file = ownPlaces(skillet.options.env ?? process.env).userSettings
  return serverStep(trust, server, file)
}
