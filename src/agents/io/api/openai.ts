import type { ApiAccess, ApiCall, ApiPart, ApiProtocol, ApiTurn, TokenCount } from "./api-protocol.ts"

/** OpenAI's chat completions, which many servers support. They cache common prefixes automatically. */
export const openai: ApiProtocol = {
  name: "openai",
  address: "https://api.openai.com/v1",
  key: "OPENAI_API_KEY",
  async open({ address, key, milliseconds }: ApiAccess): Promise<ApiCall> {
    const { default: OpenAI } = await import("openai")
    const client = new OpenAI({
      apiKey: key,
      organization: null,
      project: null,
      baseURL: address,
      maxRetries: 0,
      timeout: milliseconds,
      logLevel: "off",
    })
    return async function* (turn, signal) {
      const stream = await client.chat.completions.create(buildRequestBody(turn), { signal })
      let stop: ApiPart["stop"]
      for await (const { choices, usage } of stream) {
        const [choice] = choices
        const text = choice?.delta.content
        if (typeof text === "string" && text !== "") yield { text }
        if (choice?.finish_reason !== undefined && choice.finish_reason !== null)
          stop = STOPS[choice.finish_reason] ?? "end"
        if (usage !== undefined && usage !== null) yield { usage: readTokenCount(usage) }
      }
      if (stop !== undefined) yield { stop }
    }
  },
}

const STOPS: Readonly<Record<string, ApiPart["stop"]>> = { length: "length", content_filter: "refused" }

interface GivenUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly prompt_tokens_details?: { readonly cached_tokens?: number } | undefined
}

function readTokenCount(usage: GivenUsage): TokenCount {
  return {
    tokensIn: usage.prompt_tokens,
    tokensOut: usage.completion_tokens,
    tokensCached: usage.prompt_tokens_details?.cached_tokens,
  }
}

function buildRequestBody({ model, messages, effort, schema }: ApiTurn) {
  return {
    model,
    stream: true as const,
    stream_options: { include_usage: true },
    messages: messages.map(({ role, text }) => ({ role, content: text })),
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
    ...(schema === undefined
      ? {}
      : {
          response_format: { type: "json_schema" as const, json_schema: { name: "answer", schema: { ...schema } } },
        }),
  }
}
