import { SkilletError } from "../problem/failure.ts"
import { listClientAgents } from "../settings/client-settings.ts"
import type { Skillet } from "../skillet/skillet.ts"
import type { ServedClient } from "./client-rules.ts"

interface Acting {
  readonly skillet: Skillet
  readonly client: ServedClient
}

/** A client acts for agents that it registered here, and for those that the user lists for it. */
export async function requireOwnAgent({ skillet, client }: Acting, agent: string): Promise<void> {
  if (await isListed({ skillet, client }, agent)) return
  const registered = await skillet.agents.register(agent, client.name)
  if (registered.client === client.name) return
  throw new SkilletError("mcp.not-own-agent", `@${agent} is not an agent that ${client.name} woke first`, {
    retry: "no",
    next: `use another name, or ask the user to list ${agent} for ${client.name} in mcp.agents of the settings`,
  })
}

export async function isOwnAgent({ skillet, client }: Acting, agent: string): Promise<boolean> {
  const known = (await skillet.agents.list()).find((one) => one.agent === agent)
  return known !== undefined && (known.client === client.name || (await isListed({ skillet, client }, agent)))
}

async function isListed({ skillet, client }: Acting, agent: string): Promise<boolean> {
  const { mcp } = await skillet.settings()
  return listClientAgents(mcp, client.name).includes(agent)
}
