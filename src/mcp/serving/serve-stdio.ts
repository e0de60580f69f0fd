import { once } from "node:events"
import type { Readable, Writable } from "node:stream"
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio"
import { buildServer } from "../protocol/build-server.ts"
import type { ServedOffer } from "../protocol/offer.ts"
import { guardLines } from "./guard-lines.ts"

export interface StdioStreams {
  readonly input: Readable
  readonly output: Writable
}

/** Serves one client over its pipes, until it closes them or `stop` is aborted. */
export async function serveOverStdio(
  offer: ServedOffer,
  { input, output }: StdioStreams,
  how: { readonly stop: AbortSignal; readonly onError: (message: string) => void },
): Promise<void> {
  const refuse = (code: number, message: string) => {
    output.write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } })}\n`)
    how.onError(message)
  }
  // Each answer that waits to be read listens for the drain; how many wait is bounded.
  output.setMaxListeners(0)
  const guarded = input.pipe(guardLines({ refuse, out: output }))
  const transport = new StdioServerTransport(guarded, output)
  const handle = serveStdio(() => buildServer(offer), {
    transport,
    onerror: (error) => how.onError(error.message),
    maxSubscriptions: 16,
  })
  const ended = new Promise<void>((resolve) => {
    output.once("error", () => resolve())
    how.stop.addEventListener("abort", () => resolve(), { once: true })
  })
  await Promise.race([once(guarded, "close").catch(() => undefined), ended])
  input.unpipe(guarded)
  await handle.close()
}
