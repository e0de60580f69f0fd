import { TOKENS } from "./answer.mjs"

/** A tool that the imitated model uses. */
export interface ModelCall {
  readonly name: string
  readonly input: object
  /** Codex groups some tools. */
  readonly namespace?: string
}

/** What the model does in a scenario: the calls of each turn, from the results of the earlier turns. */
export type CallScript = readonly ((results: string) => readonly ModelCall[] | Promise<readonly ModelCall[]>)[]

type Body = Readonly<Record<string, unknown>>
type Events = readonly (readonly [string | undefined, unknown])[]

interface Turn {
  readonly role?: string
  readonly type?: string
  readonly content?: unknown
  readonly parts?: unknown
}

/** The user's last text in a request, in any of the protocols, and what came after it. */
export function readPrompt(body: Body): { readonly prompt: string; readonly since: readonly unknown[] } {
  const turns = (body["messages"] ?? body["input"] ?? body["contents"] ?? []) as readonly Turn[]
  const users = turns.filter(({ role }) => role === "user")
  const last = turns.lastIndexOf(users.findLast(isPrompt) ?? users.at(-1) ?? {})
  return { prompt: toText(turns[last]), since: turns.slice(last + 1) }
}

/** The calls that are due now: those of the turn after the last one whose calls are in the request. */
export async function findNextCalls(
  script: CallScript,
  since: readonly unknown[],
): Promise<{ readonly turn: number; readonly calls: readonly ModelCall[] }> {
  const results = JSON.stringify(since)
  const turn = Math.max(-1, ...[...results.matchAll(/call_turn(\d+)_/g)].map(([, number]) => Number(number))) + 1
  return { turn, calls: (await script[turn]?.(results)) ?? [] }
}

/** The turn's number is in the id of each call, so that the next request says how far the script is. */
export function nameCall(turn: number, unique: string): string {
  return `call_turn${turn}_${unique}`
}

/** The whole answer of a Claude model that uses tools. */
export function writeToolUses(calls: readonly ModelCall[], ids: readonly string[]): Events {
  return calls.flatMap(({ name, input }, index) => [
    startBlock(index, { type: "tool_use", id: ids[index], name, input: {} }),
    [
      "content_block_delta",
      {
        type: "content_block_delta",
        index,
        delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
      },
    ],
    ["content_block_stop", { type: "content_block_stop", index }],
  ])
}

export function startBlock(index: number, block: object): readonly [string, unknown] {
  return ["content_block_start", { type: "content_block_start", index, content_block: block }]
}

export function endMessage(reason: string): Events {
  return [
    [
      "message_delta",
      { type: "message_delta", delta: { stop_reason: reason }, usage: { output_tokens: TOKENS.tokensOut } },
    ],
    ["message_stop", { type: "message_stop" }],
  ]
}

/** The items of an OpenAI model that uses tools. Codex looks for its deferred tools with an item of its own. */
export function writeCallItems(calls: readonly ModelCall[], ids: readonly string[]): readonly object[] {
  return calls.map(({ name, input, namespace }, at) => {
    const named = { id: `item_${ids[at]}`, call_id: ids[at] }
    if (name === "tool_search")
      return { ...named, type: "tool_search_call", execution: "client", status: "completed", arguments: input }
    return { ...named, type: "function_call", name, namespace, arguments: JSON.stringify(input) }
  })
}

/** The calls of a model behind an API for chats. */
export function writeToolCalls(calls: readonly ModelCall[], ids: readonly string[]): readonly object[] {
  return calls.map(({ name, input }, index) => ({
    index,
    id: ids[index],
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }))
}

/** The calls of a Gemini model. */
export function writeFunctionParts(calls: readonly ModelCall[], ids: readonly string[]): readonly object[] {
  return calls.map(({ name, input }, at) => ({ functionCall: { id: ids[at], name, args: input } }))
}

/**
 * Whether a user wrote it. Claude Code sends the results of tools as the user's message, and both clients so report
 * what became of sub-agents, in a tag.
 */
function isPrompt({ content, parts: geminiParts }: Turn): boolean {
  if (Array.isArray(geminiParts)) return !(geminiParts as readonly object[]).some((part) => "functionResponse" in part)
  if (!Array.isArray(content)) return true
  const parts = content as readonly { readonly type?: string; readonly text?: string }[]
  const isResult = parts.some(({ type }) => type === "tool_result")
  return !isResult && parts.some(({ text }) => text === undefined || !text.trimStart().startsWith("<"))
}

function toText(turn: Turn | undefined): string {
  const content = turn?.content ?? turn?.parts ?? ""
  if (typeof content === "string") return content
  return (content as readonly { readonly text?: string }[]).map(({ text = "" }) => text).join("")
}
