import type { Client } from "@modelcontextprotocol/client"
import type { SkillsClient } from "@modelcontextprotocol/client/ext/skills"
import type { SkilletError } from "../../../../problem/failure.ts"
import { type Guards, openMeter, type Wire } from "./guards.ts"
import { openHttp } from "./http-wire.ts"
import { translateMcpError, mcpFailure } from "../mcp-failure.ts"
import type { McpLimits, McpServer } from "../mcp-server.ts"
import { openStdio } from "./stdio-wire.ts"

/** The server, once it has introduced itself. */
export interface Peer {
  readonly client: Client
  readonly skills: SkillsClient
}

/** One connection, from its first byte to its last; made again after a failure. */
export interface ServerConnection {
  readonly peer: Promise<Peer>
  /** Rejects when the connection fails, whatever was being waited for. */
  readonly failed: Promise<never>
  failure(): SkilletError | undefined
  fail(failure: SkilletError): void
  hold(isBusy: boolean): void
  end(): Promise<void>
}

export function openConnection(server: McpServer, limits: McpLimits): ServerConnection {
  const fate = openFate()
  let wire: Wire | undefined
  let isReady = false
  const fail = (why: SkilletError) => {
    if (fate.seal(why)) void wire?.end(false)
  }
  const guards: Guards = { limits, meter: openMeter(limits), fail }

  /**
   * The newest protocol revision is tried only if the widespread one is refused: servers that know both accept either.
   */
  async function introduce(sdk: Sdk): Promise<Peer> {
    try {
      return await attempt(sdk, "legacy")
    } catch (error) {
      if (fate.failure() !== undefined || translateMcpError(error).code !== "mcp.answer") throw error
      await wire?.end(false)
      return attempt(sdk, "auto").catch((second: unknown) => {
        throw translateMcpError(second).code === "mcp.answer" ? error : second
      })
    }
  }

  async function attempt(sdk: Sdk, mode: "legacy" | "auto"): Promise<Peer> {
    const failure = fate.failure()
    if (failure !== undefined) throw failure
    wire = openWire(server, guards, sdk)
    const client = new sdk.Client(
      { name: "skillet", version: "1" },
      { versionNegotiation: { mode }, listMaxPages: limits.pages, inputRequired: { autoFulfill: false } },
    )
    await client.connect(wire.transport, { timeout: limits.connectMs * 2 })
    client.onerror = (error) => fail(translateMcpError(error))
    isReady = true
    return { client, skills: new sdk.SkillsClient(client, { skipInvalid: true }) }
  }

  const peer = loadSdk()
    .then((sdk) => waitAtMost(limits.connectMs, Promise.race([introduce(sdk), fate.failed])))
    .catch((error: unknown) => {
      const why = fate.failure() ?? translateMcpError(error)
      fail(why)
      throw why
    })
  peer.catch(() => undefined)

  return {
    peer,
    failed: fate.failed,
    failure: fate.failure,
    fail,
    hold: (isBusy) => wire?.hold(isBusy),
    end: async () => {
      const wasSound = fate.seal(mcpFailure("mcp.closed", "the session was closed"))
      await wire?.end(wasSound && isReady)
    },
  }
}

interface Fate {
  readonly failed: Promise<never>
  failure(): SkilletError | undefined
  /** True for the first failure, the one that counts. */
  seal(failure: SkilletError): boolean
}

function openFate(): Fate {
  let failure: SkilletError | undefined
  let reject: (failure: SkilletError) => void = () => undefined
  const failed = new Promise<never>((_resolve, rejected) => {
    reject = rejected
  })
  failed.catch(() => undefined)
  return {
    failed,
    failure: () => failure,
    seal(why) {
      if (failure !== undefined) return false
      failure = why
      reject(why)
      return true
    },
  }
}

/** Fails if the work takes longer; its later result is ignored. */
export async function waitAtMost<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(mcpFailure("mcp.timeout", `it did not answer within ${inSeconds(ms)}`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function inSeconds(ms: number): string {
  return ms >= 1_000 ? `${Math.round(ms / 1_000)} s` : `${ms} ms`
}

type Sdk = Awaited<ReturnType<typeof loadSdk>>

/** Loaded only if there is a server to talk to. */
async function loadSdk() {
  const [client, { SkillsClient }] = await Promise.all([
    import("@modelcontextprotocol/client"),
    import("@modelcontextprotocol/client/ext/skills"),
  ])
  return {
    Client: client.Client,
    HttpTransport: client.StreamableHTTPClientTransport,
    deserializeMessage: client.deserializeMessage,
    SkillsClient,
  }
}

function openWire(server: McpServer, guards: Guards, sdk: Sdk): Wire {
  const { transport } = server
  switch (transport.kind) {
    case "stdio":
      return openStdio(transport, guards, sdk.deserializeMessage)
    case "http":
      return openHttp(transport, guards, sdk.HttpTransport)
  }
}
