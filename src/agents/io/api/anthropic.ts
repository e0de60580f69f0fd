import type { ApiAccess, ApiCall, ApiPart, ApiProtocol, ApiTurn, TokenCount } from "./api-protocol.ts"

/** Anthropic Messages. */
export const anthropic: ApiProtocol = {
  name: "anthropic",
  address: "https://api.anthropic.com",
  key: "ANTHROPIC_API_KEY",
  async open({ address, key, milliseconds }: ApiAccess): Promise<ApiCall> {
    const { default: Anthropic } = await import("@anthropic-ai/sdk")
    const client = new Anthropic({
      apiKey: key,
      authToken: null,
      baseURL: address,
      maxRetries: 0,
      timeout: milliseconds,
      logLevel: "off",
    })
    return async function* (turn, signal) {
      const stream = await client.messages.create(buildRequestBody(turn), { signal })
      let count: TokenCount = { tokensIn: 0, tokensOut: 0 }
      let stop: ApiPart["stop"]
      for await (const event of stream) {
        if (event.type === "message_start") {
          const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens } =
            event.message.usage
          const cached = cache_read_input_tokens ?? 0
          count = {
            tokensIn: input_tokens + cached + (cache_creation_input_tokens ?? 0),
            tokensOut: output_tokens,
            tokensCached: cached,
            tokensWritten: cache_creation_input_tokens ?? 0,
          }
          yield { usage: count }
        } else if (event.type === "content_block_delta") {
          if (event.delta.type === "text_delta") yield { text: event.delta.text }
          if (event.delta.type === "thinking_delta") yield { thinking: event.delta.thinking }
        } else if (event.type === "message_delta") {
          count = { ...count, tokensOut: event.usage.output_tokens }
          stop = STOPS[event.delta.stop_reason ?? ""] ?? "end"
          yield { usage: count }
        } else if (event.type === "message_stop") yield { stop: stop ?? "end" }
      }
    }
  },
}

const STOPS: Readonly<Record<string, ApiPart["stop"]>> = {
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "refused",
}

function buildRequestBody({ model, messages, shared, effort, schema, tokens }: ApiTurn) {
  const format = schema === undefined ? undefined : { type: "json_schema" as const, schema: { ...schema } }
  return {
    model,
    max_tokens: tokens,
    stream: true as const,
    messages: messages.map(({ role, text }, at) => ({ role, content: at === 0 ? splitForCache(text, shared) : text })),
    ...(effort === undefined && format === undefined
      ? {}
      : {
          output_config: { ...(effort === undefined ? {} : { effort }), ...(format === undefined ? {} : { format }) },
        }),
  }
}

/** The common beginning of many prompts is a separate block, which the API caches. */
function splitForCache(text: string, shared: number) {
  if (shared === 0) return text
  const rest = text.slice(shared)
  return [
    { type: "text" as const, text: text.slice(0, shared), cache_control: { type: "ephemeral" as const } },
    ...(rest === "" ? [] : [{ type: "text" as const, text: rest }]),
  ]
}
