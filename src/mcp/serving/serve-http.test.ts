import http from "node:http"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { expect, onTestFinished, test } from "vitest"
import { makeOffer } from "../../../test/mcp/connect-offer.ts"
import { garden } from "../../../test/plant.ts"
import { makeToken, serveOverHttp } from "./serve-http.ts"

async function openHttp() {
  const { options } = garden()
  const token = makeToken()
  const serving = await serveOverHttp(makeOffer(options), { port: 0, token, onError: () => undefined })
  onTestFinished(() => serving.close())
  const { port } = new URL(serving.url)
  /** One request as anybody could send it. */
  const send = (headers: Readonly<Record<string, string>>, body = LIST, path = "/mcp") =>
    new Promise<number>((resolve) => {
      const request = http.request(
        {
          host: "127.0.0.1",
          port,
          path,
          method: "POST",
          headers: { ...USUAL, authorization: `Bearer ${token}`, ...headers },
        },
        (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        },
      )
      request.on("error", () => resolve(-1))
      request.end(body)
    })
  return { ...serving, options, token, port, send }
}

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} })
const USUAL = { "content-type": "application/json", accept: "application/json, text/event-stream" }

test.each(["legacy", "auto"] as const)("a client with the token follows a procedure over HTTP (%s)", async (mode) => {
  const { url, token, options } = await openHttp()
  const client = new Client({ name: "t", version: "1" }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  const workspace = options.cwd
  const begun = await client.callTool({
    name: "run_start",
    arguments: { workspace, workflow: "decision-critic", params: { decision: "x because y" } },
  })
  const { run } = begun.structuredContent as { readonly run: string }
  const shown = await client.callTool({ name: "run_status", arguments: { workspace, run } })
  expect(shown.structuredContent).toMatchObject({ runs: [{ run, status: "running" }] })
  await client.close()
})

test("without the token, from a web page, under another name or too large, a request is refused", async () => {
  const { send, port, token } = await openHttp()
  const statuses = [
    await send({}),
    await send({ host: `localhost:${port}`, origin: `http://localhost:${port}` }),
    await send({ authorization: "" }),
    await send({ authorization: `Bearer ${token.slice(1)}x` }),
    await send({ host: `rebound.example:${port}` }),
    await send({ host: "127.0.0.1:1" }),
    await send({ origin: "http://rebound.example" }),
    await send({ origin: "null" }),
    await send({}, LIST, "/other"),
    await send({}, `${"[".repeat(10_000)}${"]".repeat(10_000)}`),
    await send({}, "{broken"),
  ]
  expect(statuses).toEqual([200, 200, 401, 401, 403, 403, 403, 403, 404, 400, 400])
})

test("a body of 20 MB is refused before it is read, declared or not", async () => {
  const { send, port, token } = await openHttp()
  const large = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { a: "x".repeat(20_000_000) } })
  expect([413, -1]).toContain(await send({}, large))
  const streamed = await new Promise<number>((resolve) => {
    const headers = { ...USUAL, authorization: `Bearer ${token}`, "transfer-encoding": "chunked" }
    const request = http.request({ host: "127.0.0.1", port, path: "/mcp", method: "POST", headers }, (response) =>
      resolve(response.statusCode ?? 0),
    )
    request.on("error", () => resolve(-1))
    request.end(large)
  })
  expect([413, -1]).toContain(streamed)
  expect(await send({})).toBe(200)
})
