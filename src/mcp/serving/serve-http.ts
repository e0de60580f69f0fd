import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { once } from "node:events"
import { createMcpHandler } from "@modelcontextprotocol/server"
import { describeError } from "../../problem/failure.ts"
import { buildServer } from "../protocol/build-server.ts"
import type { ServedOffer } from "../protocol/offer.ts"
import { DEEPEST, measureDepth, MOST_MESSAGE } from "./guard-lines.ts"

export interface HttpOptions {
  /** 0 for any free one. */
  readonly port: number
  /** What each request must bring as `Authorization: Bearer …`. `none` only for tests. */
  readonly token: string | "none"
  readonly onError: (message: string) => void
}

export interface HttpServing {
  readonly url: string
  close(): Promise<void>
}

/** 256 bits, in letters that fit into a header and a command line. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url")
}

const PATH = "/mcp"
const MOST_CONNECTIONS = 256
/** A client that does not read its answer for this long is cut off, and so is one that does not finish its request. */
const PATIENCE = 30_000

/**
 * Serves MCP on the loopback interface.
 *
 * 1. Only requests whose Host and Origin are this address are answered, so no web page can reach it, also not by a name
 *    that is rebound to this machine.
 * 2. Each request brings the token, which is compared in constant time.
 * 3. A body is read only up to its limit, and an answer is written only as fast as the client reads it.
 */
export async function serveOverHttp(offer: ServedOffer, { port, token, onError }: HttpOptions): Promise<HttpServing> {
  const handler = createMcpHandler(() => buildServer(offer), {
    onerror: (error) => onError(error.message),
    maxSubscriptions: MOST_CONNECTIONS,
  })
  const server = http.createServer({ requestTimeout: PATIENCE, headersTimeout: PATIENCE }, (request, response) => {
    answerRequest(request, response, { handle: (asked) => handler.fetch(asked), token }).catch((error: unknown) => {
      onError(describeError(error))
      if (!response.headersSent) refuse(response, { status: 500, message: "it failed" })
      else response.destroy()
    })
  })
  server.maxConnections = MOST_CONNECTIONS
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}${PATH}`,
    async close() {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
      await handler.close()
    },
  }
}

interface Answering {
  handle(request: Request): Promise<Response>
  readonly token: string
}

interface Refusal {
  readonly status: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

async function answerRequest(request: http.IncomingMessage, response: http.ServerResponse, how: Answering) {
  const refused = findRefusal(request, how.token)
  if (refused !== undefined) return refuse(response, refused, request)
  const body = await readBody(request)
  if (body === undefined) return refuse(response, { status: 413, message: "the request is too large" }, request)
  if (measureDepth(body) > DEEPEST) return refuse(response, { status: 400, message: "the request nests too deeply" })
  const gone = new AbortController()
  response.once("close", () => gone.abort())
  const { method = "GET", headers } = request
  const asked = new Request(`http://${headers.host}${request.url}`, {
    method,
    headers: toHeaders(headers),
    signal: gone.signal,
    ...(method === "GET" || method === "HEAD" ? {} : { body }),
  })
  await writeResponse(await how.handle(asked), response)
}

/** Invariants 1 and 2. */
function findRefusal(request: http.IncomingMessage, token: string): Refusal | undefined {
  const { host, origin, authorization } = request.headers
  const port = request.socket.localPort ?? 0
  const names = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`)
  if (host === undefined || !names.includes(host.toLowerCase()))
    return { status: 403, message: "the Host of the request is not this server" }
  if (origin !== undefined && !names.some((name) => origin.toLowerCase() === `http://${name}`))
    return { status: 403, message: "requests of web pages are not answered" }
  if (new URL(request.url ?? "/", "http://127.0.0.1").pathname !== PATH)
    return { status: 404, message: `there is only ${PATH}` }
  if (token !== "none" && !isSame(authorization ?? "", `Bearer ${token}`))
    return { status: 401, message: "the token is missing or wrong", headers: { "www-authenticate": "Bearer" } }
  return undefined
}

/** Digests have the same length, so that nothing is learned from the time the comparison takes. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

function toHeaders(given: http.IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given))
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, one)
  return headers
}

/** Undefined if it is larger than a message may be; the rest is not read. */
async function readBody(request: http.IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > MOST_MESSAGE) return undefined
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > MOST_MESSAGE) return undefined
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString("utf8")
}

/** Invariant 3: the next part is made when the last one was taken. */
async function writeResponse({ status, headers, body }: Response, response: http.ServerResponse): Promise<void> {
  response.writeHead(status, Object.fromEntries(headers))
  response.socket?.setTimeout(0)
  if (body !== null) {
    for await (const chunk of body) {
      if (response.destroyed) return
      if (!response.write(chunk) && !(await isDrained(response))) return void response.destroy()
    }
  }
  response.end()
}

/** False if the client has gone, or reads nothing for too long. */
async function isDrained(response: http.ServerResponse): Promise<boolean> {
  try {
    await once(response, "drain", { signal: AbortSignal.any([AbortSignal.timeout(PATIENCE), closeSignal(response)]) })
    return true
  } catch {
    return false
  }
}

function closeSignal(response: http.ServerResponse): AbortSignal {
  const closed = new AbortController()
  response.once("close", () => closed.abort())
  return closed.signal
}

function refuse(
  response: http.ServerResponse,
  { status, message, headers = {} }: Refusal,
  request?: http.IncomingMessage,
): void {
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32000, message } })
  response.writeHead(status, { "content-type": "application/json", connection: "close", ...headers })
  // What is left of its body is not read.
  response.end(body, () => request?.destroy())
}
