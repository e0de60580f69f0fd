import type { ServerSettings } from "../catalog/settings.ts"
import { serverOfAddress } from "../skill/server-address.ts"
import type { Skillet } from "./open-skillet.ts"
import { ownPlaces } from "./places.ts"

/** What a server's skills may use, and the real next step to let them use more. An approval does neither. */
export async function serverTrustStep(skillet: Skillet, skillPath: string): Promise<string | undefined> {
  const server = serverOfAddress(skillPath)
  if (server === undefined) return undefined
  const { servers } = await skillet.settings()
  const trust = servers.find(({ name }) => name === server)?.trust ?? "text"
  const file = ownPlaces(skillet.options.env ?? process.env).userSettings
  return `${sentences[trust]}${trust === "shell-with-permission" ? "" : `; servers.${server}.trust in ${file} raises that`}`
}

const sentences: Readonly<Record<ServerSettings["trust"], string>> = {
  text: "skills of this server are text: their commands, grants and hooks are never used",
  vars: "skills of this server learn paths of yours, but their commands, grants and hooks are never used",
  "shell-with-permission": "commands of this server's skills run where your rules allow them",
}
