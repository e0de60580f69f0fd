import type { IncomingMessage, ServerResponse } from "node:http"
import { json } from "node:stream/consumers"
import { expect, onTestFinished, test } from "vitest"
import { type Served, serveHttp } from "../../../../test/mcp/serve-http.ts"
import type { McpLimits } from "./mcp-server.ts"
import { openMcpSource } from "./mcp-source.ts"

interface Asked {
  readonly id?: number
  readonly method: string
}

type Mode = (asked: Asked, response: ServerResponse, request: IncomingMessage) => void

const capabilities = { prompts: {} }
const welcome = { protocolVersion: "2025-11-25", capabilities, serverInfo: { name: "hostile", version: "1" } }
const results: Readonly<Record<string, unknown>> = {
  initialize: welcome,
  "prompts/list": { prompts: [{ name: "fine" }] },
}

const asJson = (response: ServerResponse, text: string) =>
  response.writeHead(200, { "content-type": "application/json" }).end(text)
const answered = (id: number | undefined, result: unknown) => JSON.stringify({ jsonrpc: "2.0", id, result })
const deep = (id: number | undefined) =>
  `{"jsonrpc":"2.0","id":${id},"result":{"prompts":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`

function pour(response: ServerResponse, piece: string): void {
  const more = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once("drain", more)
  }
  more()
}

const asStream = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream" })

const modes: Readonly<Record<string, Mode>> = {
  hang: () => undefined,
  "endless events": (_asked, response) =>
    pour(asStream(response), 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}}\n\n'),
  "endless event": (_asked, response) => pour(asStream(response), `data: ${"x".repeat(60_000)}`),
  "endless body": (_asked, response) =>
    pour(response.writeHead(200, { "content-type": "application/json" }), "x".repeat(60_000)),
  "endless error": (_asked, response) => pour(response.writeHead(500), "x".repeat(60_000)),
  "deep body": ({ id }, response) => asJson(response, deep(id)),
  "deep event": ({ id }, response) => void asStream(response).end(`event: message\nid: 1\ndata: ${deep(id)}\n\n`),
  "deep event in lines": ({ id }, response) =>
    void asStream(response).end(`data: ${deep(id).replaceAll("[[", "[\ndata: [\ndata: ")}\n\n`),
  "stream that ends": (_asked, response) => void asStream(response).end("retry: 0\nid: 1\ndata:\n\n"),
  "another id": (_asked, response) => asJson(response, answered(999, { prompts: [] })),
  "a page": (_asked, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
  "an error": (_asked, response) => void response.writeHead(500).end("<b>\u001b[31mno"),
  redirect: (_asked, response) => void response.writeHead(307, { location: "http://169.254.169.254/secret" }).end(),
  hangup: (_asked, _response, request) => void request.socket.destroy(),
}

async function serve(mode: Mode): Promise<Served> {
  const served = await serveHttp(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end()
    const asked = (await json(request)) as Asked
    if (asked.id === undefined) return void response.writeHead(202).end()
    if (asked.method === "prompts/list") return mode(asked, response, request)
    asJson(response, answered(asked.id, results[asked.method] ?? {}))
  })
  onTestFinished(() => served.close())
  return served
}

const costs: readonly (readonly [mode: string, limits: Partial<McpLimits>, said: RegExp])[] = [
  ["hang", { callMs: 300 }, /it did not answer within 300 ms$/],
  ["endless events", { sessionMessages: 1_000 }, /it sent more than 1,000 messages in one session$/],
  ["endless events", { messageBytes: 2 ** 16 }, /it sent a message larger than 64 KiB$/],
  ["endless event", {}, /it sent a message larger than 4 MiB$/],
  ["endless event", { sessionBytes: 2 ** 20 }, /it sent more than 1 MiB in one session$/],
  ["endless body", {}, /it sent a message larger than 4 MiB$/],
  ["endless error", {}, /it sent a message larger than 4 MiB$/],
  ["deep body", {}, /it sent JSON nested more than 64 deep$/],
  ["deep event", {}, /it sent JSON nested more than 64 deep$/],
  ["deep event in lines", {}, /it sent JSON nested more than 64 deep$/],
  ["stream that ends", { callMs: 300 }, /Maximum reconnection attempts|did not answer/],
  ["another id", {}, /it sent a response without a request, or more than one response$/],
  ["a page", {}, /Unexpected content type: text\/html$/],
  ["an error", {}, /failed: Error POSTing to endpoint: <b>\\u001b\[31mno$/],
  ["redirect", {}, /Redirect to http:\/\/169\.254\.169\.254\/secret not followed/],
  ["hangup", {}, /fetch failed \(UND_ERR_SOCKET\)$/],
]

test.each(costs)("a server that does this over HTTP causes one problem: %s %j", async (mode, limits, said) => {
  const served = await serve(modes[mode] ?? (() => undefined))
  const source = openMcpSource({ name: "evil", trust: "text", transport: { kind: "http", url: served.url } }, limits)
  const { skills, problems } = await source.list()
  const message = expect.stringMatching(said)
  expect(skills).toEqual([])
  expect(problems).toEqual([{ code: "source.failed", level: "error", path: "evil", message, fix: expect.any(String) }])
  await source.close()
  const asked = served.requests()
  expect(asked).toBeLessThan(8)
})
