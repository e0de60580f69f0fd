/** What an MCP client may do. Each right is the user's to give; no client can take one. */
export const clientRights = ["read", "start", "report", "tasks", "cancel", "answer", "approve"] as const

export type ClientRight = (typeof clientRights)[number]

/** What clients of our MCP server may do, all of them and by the name that the server was started with. */
export interface ClientSettings {
  readonly allow: readonly ClientRight[]
  readonly clients: Readonly<Record<string, readonly ClientRight[]>>
  /** The agents that a client may act for although it did not register them. */
  readonly agents: Readonly<Record<string, readonly string[]>>
}

/** Clients find and follow procedures. They never answer for a person, and never let a run pass a gate. */
export const defaultClientSettings: ClientSettings = {
  allow: ["read", "start", "report", "tasks", "cancel"],
  clients: {},
  agents: {},
}

/** What one client may do. */
export function listClientRights({ allow, clients }: ClientSettings, client: string): readonly ClientRight[] {
  return (Object.hasOwn(clients, client) ? clients[client] : undefined) ?? allow
}

/** The agents that one client may act for although it did not register them. */
export function listClientAgents({ agents }: ClientSettings, client: string): readonly string[] {
  return (Object.hasOwn(agents, client) ? agents[client] : undefined) ?? []
}

/** Later layers win over earlier ones, client by client. */
export function layerClients(below: ClientSettings, layer: Partial<ClientSettings>): ClientSettings {
  return {
    allow: layer.allow ?? below.allow,
    clients: { ...below.clients, ...layer.clients },
    agents: { ...below.agents, ...layer.agents },
  }
}

/** A right or an agent remains only if both allow it, for each client. */
export function tightenClients(below: ClientSettings, layer: Partial<ClientSettings>): ClientSettings {
  const { allow, clients = {}, agents = {} } = layer
  const limit = <Item>(given: readonly Item[], by: readonly Item[] | undefined) =>
    by === undefined ? given : given.filter((one) => by.includes(one))
  const names = [...new Set([...Object.keys(below.clients), ...Object.keys(clients)])]
  return {
    allow: limit(below.allow, allow),
    clients: Object.fromEntries(
      names.map((name) => [name, limit(limit(listClientRights(below, name), allow), clients[name])]),
    ),
    agents: Object.fromEntries(
      Object.entries(below.agents).map(([name, listed]) => [
        name,
        limit(listed, Object.hasOwn(agents, name) ? agents[name] : undefined),
      ]),
    ),
  }
}
