import { PassThrough } from "node:stream"
import { Client, type ClientOptions, type Transport } from "@modelcontextprotocol/client"
import { onTestFinished } from "vitest"
import { openOffer } from "../../src/mcp/open-offer.ts"
import type { ServedOffer } from "../../src/mcp/protocol/offer.ts"
import { serveOverStdio } from "../../src/mcp/serving/serve-stdio.ts"
import type { ToolProfile } from "../../src/mcp/tool-profiles.ts"
import { openWorkspaces, type WorkspaceOptions } from "../../src/mcp/workspaces.ts"

export const TASKS = "io.modelcontextprotocol/tasks"

/** What a call gave: its text, its data, and the code of its error. */
export interface Called {
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
  readonly code?: string | undefined
}

export interface Connected {
  readonly client: Client
  /** Calls a tool in a workspace. */
  call(name: string, args?: object, workspace?: string): Promise<Called>
  /** One request as it is on the wire, for what the SDK's client does not know. */
  ask(method: string, params: object): Promise<Readonly<Record<string, unknown>>>
  close(): Promise<void>
}

interface Wanted extends Partial<Omit<WorkspaceOptions, "cwd">> {
  readonly cwd: string
  readonly profile?: ToolProfile
  readonly name?: string
  readonly warn?: (message: string) => void
  readonly mode?: "legacy" | "auto"
  readonly capabilities?: ClientOptions["capabilities"]
}

export function makeOffer(wanted: Wanted): ServedOffer {
  const {
    profile = "default",
    name = "tester",
    warn = () => undefined,
    mode: _mode,
    capabilities: _had,
    ...options
  } = wanted
  return openOffer(openWorkspaces({ cache: false, ...options }), {
    profile,
    client: { name },
    onWarning: ({ path, message }) => warn(`${path}: ${message}`),
  })
}

/** The SDK's client and our server, over pipes in one process. */
export async function connectOffer(wanted: Wanted, offer = makeOffer(wanted)): Promise<Connected> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()]
  const stop = new AbortController()
  const served = serveOverStdio(
    offer,
    { input: toServer, output: toClient },
    { stop: stop.signal, onError: () => undefined },
  )
  const transport = openPipes(toServer, toClient)
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: wanted.mode ?? "legacy" }, capabilities: wanted.capabilities ?? {} },
  )
  await client.connect(transport)
  const close = async () => {
    await client.close()
    stop.abort()
    await served
  }
  onTestFinished(close)
  return {
    client,
    async call(name, args = {}, workspace = wanted.cwd) {
      const result = await client.callTool({ name, arguments: { workspace, ...args } })
      const [first] = result.content
      const error = result._meta?.["skillet/error"] as { readonly code: string } | undefined
      return {
        text: first?.type === "text" ? first.text : "",
        data: (result.structuredContent ?? {}) as Called["data"],
        code: error?.code,
      }
    },
    ask: (method, params) => transport.ask(method, params),
    close,
  }
}

/** A transport of the SDK over two streams, which can also send what the SDK does not know. */
function openPipes(out: PassThrough, input: PassThrough) {
  const waiting = new Map<string, (message: Readonly<Record<string, unknown>>) => void>()
  let asked = 0
  let rest = ""
  const transport = {
    onmessage: undefined as Transport["onmessage"],
    onclose: undefined as Transport["onclose"],
    async start() {
      input.on("data", (chunk: Buffer) => {
        const lines = (rest + chunk.toString()).split("\n")
        rest = lines.pop() ?? ""
        for (const line of lines) {
          const message = JSON.parse(line) as Readonly<Record<string, unknown>>
          const own = waiting.get(String(message["id"]))
          if (own === undefined) transport.onmessage?.(message as never)
          else own(message)
        }
      })
    },
    async send(message: object) {
      out.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      out.end()
      transport.onclose?.()
    },
    async ask(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
      const id = `own-${asked++}`
      const answer = new Promise<Readonly<Record<string, unknown>>>((resolve) => void waiting.set(id, resolve))
      await transport.send({ jsonrpc: "2.0", id, method, params })
      const { result, error } = (await answer) as { readonly result?: Record<string, unknown>; readonly error?: object }
      return result ?? { error }
    },
  }
  return transport
}
