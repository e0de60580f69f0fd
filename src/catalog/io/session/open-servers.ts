import type { McpServer } from "../mcp/mcp-server.ts"
import type { McpSource } from "../mcp/mcp-source.ts"
import { openTrustStore } from "../../../trust/io/trust-store.ts"
import type { CatalogSettings, ServerSettings } from "../../../settings/settings.ts"
import { explainServerStep } from "../../../trust/place-trust.ts"
import { readServerName } from "../../../skill/server-address.ts"
import type { SkilletOptions } from "./options.ts"
import { locateOwnFiles } from "../../../system/own-files.ts"

type Env = Readonly<Record<string, string | undefined>>

interface ServerPlace {
  readonly env: Env
  /** The directory that is worked on. */
  readonly project: string
}

/** A source for each server that the settings name; without any, no protocol code is loaded. */
export async function openServers(
  settings: CatalogSettings,
  { env, project }: ServerPlace,
): Promise<readonly McpSource[]> {
  if (settings.servers.length === 0) return []
  const { openMcpSource } = await import("../mcp/mcp-source.ts")
  const approvals = openTrustStore(locateOwnFiles(env).data).all()
  return settings.servers.map((server) => {
    const pins = approvals
      .filter(({ path }) => readServerName(path) === server.name)
      .map(({ name, digest }) => [name, digest] as const)
    return openMcpSource(toMcpServer(server, { env, project }, Object.fromEntries(pins)))
  })
}

function toMcpServer(
  settings: ServerSettings,
  { env, project }: ServerPlace,
  pinned: Readonly<Record<string, string>>,
): McpServer {
  const { name, trust, at } = settings
  if ("url" in at) return { name, trust, pinned, transport: { kind: "http", url: at.url, headers: at.headers } }
  const granted = at.env.flatMap((variable) =>
    env[variable] === undefined ? [] : [[variable, env[variable] ?? ""] as const],
  )
  return {
    name,
    trust,
    pinned,
    transport: { kind: "stdio", command: at.command, args: at.args, env: Object.fromEntries(granted), project },
  }
}

interface ServersOfSession {
  readonly options: SkilletOptions
  settings(): Promise<CatalogSettings>
}

/** What a server's skills may use, and the actual next step to allow more. An approval does not change it. */
export async function explainServerTrust(session: ServersOfSession, skillPath: string): Promise<string | undefined> {
  const server = readServerName(skillPath)
  if (server === undefined) return undefined
  const { servers } = await session.settings()
  const trust = servers.find(({ name }) => name === server)?.trust ?? "text"
  const file = locateOwnFiles(session.options.env ?? process.env).userSettings
  return explainServerStep(trust, server, file)
}
