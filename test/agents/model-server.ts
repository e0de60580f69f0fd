import fs from "node:fs"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { answerTo, TOKENS } from "./answer.mjs"

export interface ModelServer {
  readonly port: number
  /** The requests, in order. */
  readonly asked: readonly Asked[]
  /** From now on, every prompt is answered as in this scenario, whatever it contains. */
  play(scenario: string | undefined): void
  close(): Promise<void>
}

interface Asked {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly prompt: string
  readonly key: string
}

type Send = (events: readonly (readonly [string | undefined, unknown])[]) => void

/** How each protocol streams an answer: the events before the text, with it, and after it. */
const protocols: readonly {
  readonly path: RegExp
  readonly begin: readonly (readonly [string | undefined, unknown])[]
  readonly text: (text: string) => readonly (readonly [string | undefined, unknown])[]
  readonly end: (text: string, tokensIn?: number) => readonly (readonly [string | undefined, unknown])[]
}[] = [
  {
    path: /\/v1\/messages(?!\/count)/,
    begin: [
      [
        "message_start",
        {
          type: "message_start",
          message: {
            id: "msg_1",
            type: "message",
            role: "assistant",
            model: "claude-imitated",
            content: [],
            stop_reason: null,
            usage: {
              input_tokens: TOKENS.tokensIn - TOKENS.tokensCached,
              cache_read_input_tokens: TOKENS.tokensCached,
              cache_creation_input_tokens: 0,
              output_tokens: 0,
            },
          },
        },
      ],
      ["content_block_start", { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }],
    ],
    text: (text) => [
      ["content_block_delta", { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }],
    ],
    end: () => [
      ["content_block_stop", { type: "content_block_stop", index: 0 }],
      [
        "message_delta",
        { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: TOKENS.tokensOut } },
      ],
      ["message_stop", { type: "message_stop" }],
    ],
  },
  {
    path: /\/chat\/completions/,
    begin: [],
    text: (content) => [
      [
        undefined,
        { id: "c", object: "chat.completion.chunk", model: "m", choices: [{ index: 0, delta: { content } }] },
      ],
    ],
    end: () => [
      [
        undefined,
        {
          id: "c",
          object: "chat.completion.chunk",
          model: "m",
          choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
          usage: {
            prompt_tokens: TOKENS.tokensIn,
            completion_tokens: TOKENS.tokensOut,
            total_tokens: TOKENS.tokensIn + TOKENS.tokensOut,
            prompt_tokens_details: { cached_tokens: TOKENS.tokensCached },
          },
        },
      ],
    ],
  },
  {
    path: /\/responses/,
    begin: [
      [
        "response.created",
        { type: "response.created", response: { id: "r", object: "response", status: "in_progress", output: [] } },
      ],
    ],
    text: () => [],
    end: (text, tokensIn) =>
      responseEnd(
        {
          type: "message",
          id: "m",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text, annotations: [] }],
        },
        tokensIn,
      ),
  },
  {
    path: /:streamGenerateContent/,
    begin: [],
    text: () => [],
    end: (text) => [
      [
        undefined,
        {
          candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP", index: 0 }],
          usageMetadata: {
            promptTokenCount: TOKENS.tokensIn,
            candidatesTokenCount: TOKENS.tokensOut,
            totalTokenCount: TOKENS.tokensIn + TOKENS.tokensOut,
            cachedContentTokenCount: TOKENS.tokensCached,
          },
        },
      ],
    ],
  },
]

/** The end of a response that consists of one item. */
function responseEnd(
  item: Readonly<Record<string, unknown>>,
  tokensIn = TOKENS.tokensIn,
): readonly (readonly [string, unknown])[] {
  const usage = {
    input_tokens: tokensIn,
    input_tokens_details: { cached_tokens: TOKENS.tokensCached },
    output_tokens: TOKENS.tokensOut,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: tokensIn + TOKENS.tokensOut,
  }
  const response = { id: "r", object: "response", status: "completed", output: [], usage }
  return [
    ["response.output_item.done", { type: "response.output_item.done", output_index: 0, item }],
    ["response.completed", { type: "response.completed", response }],
  ]
}

type Call = Readonly<Record<string, unknown>>

function calling(name: string, input: object, namespace?: string): Call {
  return { type: "function_call", name, namespace, arguments: JSON.stringify(input) }
}

/**
 * The calls of a Codex model, one after another, by the name of the scenario. `before` contains the results of earlier
 * calls.
 */
const callsOf: Readonly<Record<string, readonly ((before: string) => Call)[]>> = {
  spawn: [
    () => ({ type: "tool_search_call", execution: "client", status: "completed", arguments: { query: "spawn" } }),
    () => calling("spawn_agent", { message: "SCENARIO: look", agent_type: "worker" }, "multi_agent_v1"),
    () => calling("exec_command", { cmd: "echo main > by-main.txt" }),
    (before) => calling("wait_agent", { targets: [/agent_id\W+([0-9a-f-]{36})/.exec(before)?.[1]] }, "multi_agent_v1"),
  ],
  look: [() => calling("exec_command", { cmd: "echo sub > by-sub.txt" })],
}

/** The outputs of calls since the user's last message. */
function outputsIn(body: Readonly<Record<string, unknown>>): readonly string[] {
  const items = (body["input"] ?? []) as readonly { readonly type?: string; readonly role?: string }[]
  const since = items.slice(items.findLastIndex(({ role }) => role === "user") + 1)
  return since.filter(({ type = "" }) => type.endsWith("_output")).map((item) => JSON.stringify(item))
}

/**
 * A model API on the loopback interface that supports each protocol. A line `SCENARIO: name` in the last message
 * selects what it does; `limited` refuses twice with a retry-after before it answers.
 */
export async function openModelServer(
  how: { readonly log?: string; readonly slow?: number; readonly onSpawn?: () => void } = {},
): Promise<ModelServer> {
  const asked: Asked[] = []
  const refusals = new Map<string, number>()
  let played: string | undefined
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const protocol = protocols.find(({ path }) => path.test(request.url ?? ""))
      if (protocol === undefined) {
        response.writeHead(404, { "content-type": "application/json" })
        response.end('{"error":{"message":"not here"}}')
        return
      }
      const text = Buffer.concat(chunks).toString("utf8")
      const body = JSON.parse(text) as Readonly<Record<string, unknown>>
      const prompt = lastTextIn(body)
      const headers = request.headers
      const key = String(headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers.authorization ?? "")
      asked.push({ path: request.url ?? "", body, prompt, key })
      if (how.log !== undefined) fs.appendFileSync(how.log, `${JSON.stringify({ path: request.url, prompt })}\n`)
      const send: Send = (events) => {
        for (const [name, data] of events)
          response.write(`${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`)
      }
      const refuse = (status: number, more: Readonly<Record<string, string>> = {}) => {
        response.writeHead(status, { "content-type": "application/json", ...more })
        response.end(JSON.stringify({ type: "error", error: { type: "error", message: `status ${status}` } }))
      }
      const begin = () => {
        response.writeHead(200, { "content-type": "text/event-stream" })
        send(protocol.begin)
      }
      const answer = (said: string, tokensIn?: number) => {
        begin()
        send(protocol.text(said))
        send(protocol.end(said, tokensIn))
        response.end(protocol.path.test("/chat/completions") ? "data: [DONE]\n\n" : "")
      }
      const callNext = (name: string) => {
        const outputs = outputsIn(body)
        const call = callsOf[name]?.[outputs.length]?.(outputs.join("\n"))
        if (call === undefined) return answer("DONE")
        if (call["name"] === "spawn_agent") how.onSpawn?.()
        begin()
        send(responseEnd({ ...call, id: `item-${asked.length}`, call_id: `call-${asked.length}` }))
        response.end()
      }
      const scenario = played ?? /^SCENARIO: (\S+)/m.exec(prompt)?.[1] ?? "answer"
      const scenarios: Readonly<Record<string, () => void>> = {
        answer: () => void setTimeout(() => answer(answerTo(prompt)), how.slow ?? 0),
        slow: () => void setTimeout(() => answer(answerTo(prompt)), 300),
        never: begin,
        dies() {
          begin()
          send(protocol.text("half an ans"))
          setTimeout(() => response.destroy(), 50)
        },
        closes() {
          begin()
          send(protocol.text("half an ans"))
          response.end()
        },
        huge() {
          begin()
          const part = "x".repeat(1 << 20)
          let sent = 0
          const more = () => {
            for (; sent < 100; sent++)
              if (response.destroyed || !response.write(wireOf(protocol.text(part)))) {
                sent++
                response.once("drain", more)
                return
              }
            send(protocol.end(part))
            response.end()
          }
          more()
        },
        wrong() {
          response.writeHead(200, { "content-type": "text/event-stream" })
          response.end("data: {broken\n\nI am not an event\n\n")
        },
        empty: () => answer(""),
        full: () => answer(answerTo(prompt), 100_000),
        spawn: () => callNext("spawn"),
        look: () => callNext("look"),
        limited() {
          const times = (refusals.get(prompt) ?? 0) + 1
          refusals.set(prompt, times)
          if (times <= 2) refuse(429, { "retry-after": "0.05" })
          else answer(answerTo(prompt))
        },
        exhausted: () => refuse(429, { "retry-after": "3600" }),
        refused: () => refuse(401),
        leaks: () => answer(`your key is ${key}`),
      }
      ;(scenarios[scenario] ?? (() => refuse(400)))()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    play(scenario) {
      played = scenario
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function wireOf(events: readonly (readonly [string | undefined, unknown])[]): string {
  return events
    .map(([name, data]) => `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`)
    .join("")
}

/** The user's last text in a request, in any of the protocols. */
function lastTextIn(body: Readonly<Record<string, unknown>>): string {
  const turns = (body["messages"] ?? body["input"] ?? body["contents"] ?? []) as readonly {
    readonly role?: string
    readonly content?: unknown
    readonly parts?: unknown
  }[]
  const last = turns.filter(({ role }) => role === "user").at(-1)
  const content = last?.content ?? last?.parts ?? ""
  if (typeof content === "string") return content
  return (content as readonly { readonly text?: string }[]).map(({ text = "" }) => text).join("")
}
