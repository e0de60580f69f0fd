import type { FetchLike, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { type Guards, messageTooDeepError, messageTooLargeError, waitForSettling, type Wire } from "./guards.ts"
import { translateMcpError, mcpFailure } from "../mcp-failure.ts"
import type { HttpAddress } from "../mcp-server.ts"
import { openNestingGuard } from "./nesting-guard.ts"

/** A server at an address, over streamable HTTP. */
export function openHttp(
  address: HttpAddress,
  guards: Guards,
  HttpTransport: typeof StreamableHTTPClientTransport,
): Wire {
  const url = URL.canParse(address.url) ? new URL(address.url) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw mcpFailure("mcp.start", "its URL is not http or https")
  const transport = new HttpTransport(url, {
    requestInit: { headers: { ...address.headers } },
    fetch: guardedFetch(guards),
    reconnectionOptions: {
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 1_000,
      reconnectionDelayGrowFactor: 1,
      maxRetries: 0,
    },
  })
  return {
    transport,
    hold: () => undefined,
    async end(gently) {
      if (gently) await waitForSettling(guards.limits.graceMs, transport.terminateSession())
      await transport.close()
    },
  }
}

/**
 * Every answer is measured before it is parsed. The standing stream is refused, as by a server without one: we only
 * want answers, and the server would control when that stream is reopened.
 */
function guardedFetch(guards: Guards): FetchLike {
  return async (url, init) => {
    if (init?.method === "GET") return new Response(null, { status: 405 })
    const response = await fetch(url, init)
    if (response.body === null) return response
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(measured(guards)), { status, statusText, headers })
  }
}

const LINE_FEED = 0x0a
const RETURN = 0x0d

/** An empty line ends a message of an event stream; in plain JSON it has no meaning. */
function measured(guards: Guards): TransformStream<Uint8Array, Uint8Array> {
  const { limits, meter } = guards
  const nesting = openNestingGuard(limits.depth)
  let size = 0
  let isLineEmpty = false
  const measure = (chunk: Uint8Array) => {
    meter.bytes(chunk.length)
    size += chunk.length
    if (size > limits.messageBytes) throw messageTooLargeError(limits)
    let from = 0
    for (const [at, byte] of chunk.entries()) {
      if (byte === LINE_FEED && isLineEmpty) {
        if (!nesting.feed(chunk.subarray(from, at))) throw messageTooDeepError(limits)
        nesting.reset()
        meter.message()
        from = at
      }
      if (byte !== RETURN) isLineEmpty = byte === LINE_FEED
    }
    if (!nesting.feed(chunk.subarray(from))) throw messageTooDeepError(limits)
  }
  return new TransformStream({
    transform(chunk, controller) {
      try {
        measure(chunk)
        controller.enqueue(chunk)
      } catch (error) {
        const failure = translateMcpError(error)
        guards.fail(failure)
        controller.error(failure)
      }
    },
  })
}
