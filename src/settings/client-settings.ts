/** What an MCP client may do. Each right is the user's to give; no client can take one. */
export const clientRights = ["read", "start", "report", "tasks", "cancel", "answer", "approve"] as const

export type ClientRight = (typeof clientRights)[number]

/** What clients of our MCP server may do, all of them and by the name that the server was started with. */
export interface ClientSettings {
  readonly allow: readonly ClientRight[]
  readonly clients: Readonly<Record<string, readonly ClientRight[]>>
}

/** Clients find and follow procedures. They never answer for a person, and never let a run pass a gate. */
export const defaultClientSettings: ClientSettings = {
  allow: ["read", "start", "report", "tasks", "cancel"],
  clients: {},
}

/** What one client may do. */
export function listClientRights({ allow, clients }: ClientSettings, client: string): readonly ClientRight[] {
  return (Object.hasOwn(clients, client) ? clients[client] : undefined) ?? allow
}

/** Later layers win over earlier ones, client by client. */
export function layerClients(below: ClientSettings, layer: Partial<ClientSettings>): ClientSettings {
  return { allow: layer.allow ?? below.allow, clients: { ...below.clients, ...layer.clients } }
}

/** A right remains only if both allow it, for each client. */
export function tightenClients(below: ClientSettings, layer: Partial<ClientSettings>): ClientSettings {
  const { allow, clients = {} } = layer
  const limit = (rights: readonly ClientRight[], by: readonly ClientRight[] | undefined) =>
    by === undefined ? rights : rights.filter((right) => by.includes(right))
  const names = [...new Set([...Object.keys(below.clients), ...Object.keys(clients)])]
  return {
    allow: limit(below.allow, allow),
    clients: Object.fromEntries(
      names.map((name) => [name, limit(limit(listClientRights(below, name), allow), clients[name])]),
    ),
  }
}
