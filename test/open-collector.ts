import http from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"

interface Received {
  readonly path: string | undefined
  readonly headers: http.IncomingHttpHeaders
  readonly body: Request
}

/** OTLP as JSON, as far as it is sent. */
interface Request {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[]
  }[]
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, string | number>>
}

export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
}

/** A collector of spans on this machine. It answers the requests one after the other, and the rest like the last; -1 never. */
export async function openCollector(...statuses: readonly number[]) {
  const received: Received[] = []
  const server = http.createServer((request, response) => {
    let text = ""
    request.on("data", (chunk) => (text += chunk))
    request.on("end", () => {
      const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 200
      received.push({ path: request.url, headers: request.headers, body: JSON.parse(text) as Request })
      if (status > 0) response.writeHead(status, { location: "/elsewhere" }).end("{}")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const target = {
    kind: "on",
    url: `http://127.0.0.1:${port}/v1/traces`,
    headers: { authorization: "Bearer t" },
    milliseconds: 2000,
    resource: { "service.name": "test" },
  } as const
  return { target, received, listSpans: () => received.map(({ body }) => listSpans(body)) }
}

function listSpans({ resourceSpans }: Request): readonly OtlpSpan[] {
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}
