import { type ServerConnection, openConnection, type Peer, waitAtMost } from "./connection.ts"
import { translateMcpError, mcpFailure } from "../mcp-failure.ts"
import type { McpLimits, McpServer } from "../mcp-server.ts"

/** Calls to one server. It connects when first needed, and disconnects after a while without use. */
export interface McpSession {
  /** Throws a SkilletError if the server fails, is late, or refuses. */
  call<T>(work: (peer: Peer) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Our limits are the ones that count; the SDK's own only have to be longer. */
export function toRequestOptions(limits: McpLimits) {
  return { timeout: limits.callMs * 2, cacheMode: "bypass" } as const
}

const LONGEST_BACKOFF = 60_000

export function openServerSession(server: McpServer, limits: McpLimits): McpSession {
  let current: ServerConnection | undefined
  let active = 0
  let failures = 0
  let retryAt = 0
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  function connect(): ServerConnection {
    if (isClosed) throw mcpFailure("mcp.closed", "the session was closed")
    if (current !== undefined && current.failure() === undefined) return current
    if (performance.now() < retryAt)
      throw mcpFailure("mcp.later", "it failed a moment ago and is not being retried yet")
    current = openConnection(server, limits)
    return current
  }

  function leave(): void {
    if (active > 0 || current === undefined) return
    const left = current
    left.hold(false)
    idle = setTimeout(() => void left.end(), limits.idleMs)
    idle.unref()
  }

  return {
    async call(work) {
      const connection = connect()
      clearTimeout(idle)
      active++
      try {
        const peer = await connection.peer
        connection.hold(true)
        const result = await waitAtMost(limits.callMs, Promise.race([work(peer), connection.failed]))
        const failure = connection.failure()
        if (failure !== undefined) throw failure
        failures = 0
        return result
      } catch (error) {
        const failure = connection.failure() ?? translateMcpError(error)
        if (failure.code === "mcp.timeout" || failure.code === "mcp.ended") connection.fail(failure)
        if (connection.failure() !== undefined) {
          await connection.end()
          failures++
          retryAt = performance.now() + Math.min(limits.backoffMs * 2 ** (failures - 1), LONGEST_BACKOFF)
        }
        throw failure
      } finally {
        active--
        leave()
      }
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      await current?.end()
    },
  }
}
