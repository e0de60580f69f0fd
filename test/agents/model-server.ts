import { randomUUID } from "node:crypto"
import fs from "node:fs"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { answerTo, TOKENS } from "./answer.mjs"
import {
  type CallScript,
  endMessage,
  findNextCalls,
  nameCall,
  readPrompt,
  startBlock,
  writeCallItems,
  writeFunctionParts,
  writeToolCalls,
  writeToolUses,
  type ModelCall,
} from "./model-calls.ts"

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

type Events = readonly (readonly [string | undefined, unknown])[]

/** How each protocol streams an answer: the events before the text, with it, and after it; or one that uses tools. */
const protocols: readonly {
  readonly path: RegExp
  readonly begin: () => Events
  readonly text: (text: string) => Events
  readonly end: (text: string, tokensIn?: number) => Events
  readonly calls?: (calls: readonly ModelCall[], ids: readonly string[]) => Events
}[] = [
  {
    path: /\/v1\/messages(?!\/count)/,
    begin: () => [messageStart(), startBlock(0, { type: "text", text: "" })],
    calls: (calls, ids) => [messageStart(), ...writeToolUses(calls, ids), ...endMessage("tool_use")],
    text: (text) => [
      ["content_block_delta", { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }],
    ],
    end: () => [["content_block_stop", { type: "content_block_stop", index: 0 }], ...endMessage("end_turn")],
  },
  {
    path: /\/chat\/completions/,
    begin: () => [],
    text: (content) => [chatChunk({ delta: { content } })],
    calls: (calls, ids) => [chatChunk({ delta: { tool_calls: writeToolCalls(calls, ids) } }), chatEnd("tool_calls")],
    end: () => [chatEnd("stop")],
  },
  {
    path: /\/responses/,
    begin: () => [responseStart()],
    text: () => [],
    end: (text, tokensIn) =>
      responseEnd(
        [
          {
            type: "message",
            id: "m",
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text, annotations: [] }],
          },
        ],
        tokensIn,
      ),
    calls: (calls, ids) => [responseStart(), ...responseEnd(writeCallItems(calls, ids))],
  },
  {
    path: /:streamGenerateContent/,
    begin: () => [],
    text: () => [],
    end: (text) => [geminiAnswer([{ text }])],
    calls: (calls, ids) => [geminiAnswer(writeFunctionParts(calls, ids))],
  },
]

function chatChunk(choice: object, more: object = {}): readonly [undefined, unknown] {
  const choices = [{ index: 0, ...choice }]
  return [undefined, { id: "c", object: "chat.completion.chunk", model: "m", choices, ...more }]
}

function chatEnd(reason: string): readonly [undefined, unknown] {
  const usage = {
    prompt_tokens: TOKENS.tokensIn,
    completion_tokens: TOKENS.tokensOut,
    total_tokens: TOKENS.tokensIn + TOKENS.tokensOut,
    prompt_tokens_details: { cached_tokens: TOKENS.tokensCached },
  }
  return chatChunk({ delta: {}, finish_reason: reason }, { usage })
}

function geminiAnswer(parts: readonly object[]): readonly [undefined, unknown] {
  const usageMetadata = {
    promptTokenCount: TOKENS.tokensIn,
    candidatesTokenCount: TOKENS.tokensOut,
    totalTokenCount: TOKENS.tokensIn + TOKENS.tokensOut,
    cachedContentTokenCount: TOKENS.tokensCached,
  }
  const candidates = [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }]
  return [undefined, { candidates, usageMetadata }]
}

/** Claude Code takes messages with the same id for parts of one. */
function messageStart(): readonly [string, unknown] {
  const usage = {
    input_tokens: TOKENS.tokensIn - TOKENS.tokensCached,
    cache_read_input_tokens: TOKENS.tokensCached,
    cache_creation_input_tokens: 0,
    output_tokens: 0,
  }
  const message = {
    id: `msg_${randomUUID()}`,
    type: "message",
    role: "assistant",
    model: "claude-imitated",
    content: [],
  }
  return ["message_start", { type: "message_start", message: { ...message, stop_reason: null, usage } }]
}

function responseStart(): readonly [string, unknown] {
  const response = { id: "r", object: "response", status: "in_progress", output: [] }
  return ["response.created", { type: "response.created", response }]
}

/** The end of a response that consists of these items. */
function responseEnd(items: readonly object[], tokensIn = TOKENS.tokensIn): Events {
  const usage = {
    input_tokens: tokensIn,
    input_tokens_details: { cached_tokens: TOKENS.tokensCached },
    output_tokens: TOKENS.tokensOut,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: tokensIn + TOKENS.tokensOut,
  }
  const response = { id: "r", object: "response", status: "completed", output: [], usage }
  return [
    ...items.map((item, at): readonly [string, unknown] => [
      "response.output_item.done",
      { type: "response.output_item.done", output_index: at, item },
    ]),
    ["response.completed", { type: "response.completed", response }],
  ]
}

/**
 * A model API on the loopback interface that supports each protocol. A line `SCENARIO: name` in the last message
 * selects what it does; `limited` refuses twice with a retry-after before it answers. A scenario of `scripts` uses tools,
 * and then answers with what a line `SAY: text` asks for, or DONE.
 */
export async function openModelServer(
  how: { readonly log?: string; readonly slow?: number; readonly scripts?: Readonly<Record<string, CallScript>> } = {},
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
      const { prompt, since } = readPrompt(body)
      const headers = request.headers
      const key = String(headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers.authorization ?? "")
      asked.push({ path: request.url ?? "", body, prompt, key })
      if (how.log !== undefined) fs.appendFileSync(how.log, `${JSON.stringify({ path: request.url, prompt })}\n`)
      const send = (events: Events) => {
        for (const [name, data] of events)
          response.write(`${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`)
      }
      const refuse = (status: number, more: Readonly<Record<string, string>> = {}) => {
        response.writeHead(status, { "content-type": "application/json", ...more })
        response.end(JSON.stringify({ type: "error", error: { type: "error", message: `status ${status}` } }))
      }
      const begin = () => {
        response.writeHead(200, { "content-type": "text/event-stream" })
        send(protocol.begin())
      }
      const answer = (said: string, tokensIn?: number) => {
        begin()
        send(protocol.text(said))
        send(protocol.end(said, tokensIn))
        response.end(protocol.path.test("/chat/completions") ? "data: [DONE]\n\n" : "")
      }
      const playScript = async (script: CallScript) => {
        const { turn, calls } = await findNextCalls(script, since)
        if (calls.length === 0) return answer(/^SAY: (.*)$/m.exec(prompt)?.[1] ?? "DONE")
        const ids = calls.map((_, at) => nameCall(turn, `${asked.length}_${at}`))
        response.writeHead(200, { "content-type": "text/event-stream" })
        send(protocol.calls?.(calls, ids) ?? [])
        response.end(protocol.path.test("/chat/completions") ? "data: [DONE]\n\n" : "")
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
              if (response.destroyed || !response.write(writeWire(protocol.text(part)))) {
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
      const script = how.scripts?.[scenario]
      // A request for a title, for example, offers no tools.
      if (script !== undefined && body["tools"] === undefined) answer("DONE")
      else if (script !== undefined) void playScript(script)
      else (scenarios[scenario] ?? (() => refuse(400)))()
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

function writeWire(events: Events): string {
  return events
    .map(([name, data]) => `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`)
    .join("")
}
