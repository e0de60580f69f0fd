import http from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"

export interface Served {
  readonly url: string
  /** How many requests came in. */
  requests(): number
  close(): Promise<void>
}

/** A server on its own port, on this machine only. */
export async function serveHttp(answer: http.RequestListener): Promise<Served> {
  let requests = 0
  const server = http.createServer((request, response) => {
    requests++
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    requests: () => requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The same for a handler that works like `fetch`. */
export function serveFetch(answer: (request: Request) => Promise<Response>): Promise<Served> {
  return serveHttp(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    const method = incoming.method ?? "GET"
    const url = `http://127.0.0.1${incoming.url ?? "/"}`
    const response = await answer(new Request(url, { method, headers, ...(body.length === 0 ? {} : { body }) }))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    for await (const chunk of response.body ?? []) outgoing.write(chunk)
    outgoing.end()
  })
}
