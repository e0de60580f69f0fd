import type { AgentEffort } from "../../../settings/agent-settings.ts"
import type { PricedTokens } from "../price-tokens.ts"

/** How to talk to one model API. Its SDK is loaded with the first request. */
export interface ApiProtocol {
  readonly name: "anthropic" | "openai"
  readonly address: string
  /** The variable that holds the key, unless the settings name another. */
  readonly key: string
  open(at: ApiAccess): Promise<ApiCall>
}

export interface ApiAccess {
  readonly address: string
  readonly key: string
  readonly milliseconds: number
}

/** One turn, in parts. It ends with a part that has `stop`, or was cut off. */
export type ApiCall = (turn: ApiTurn, signal: AbortSignal) => AsyncIterable<ApiPart>

export interface ApiTurn {
  readonly model: string
  readonly messages: readonly ApiMessage[]
  /** How many characters of the first message other messages share as a prefix: worth caching. */
  readonly shared: number
  readonly effort?: AgentEffort | undefined
  readonly schema?: Readonly<Record<string, unknown>> | undefined
  readonly tokens: number
}

export interface ApiMessage {
  readonly role: "user" | "assistant"
  readonly text: string
}

export interface ApiPart {
  readonly text?: string | undefined
  readonly thinking?: string | undefined
  /** Of this turn so far. */
  readonly usage?: TokenCount | undefined
  /** Why it ended: `end` for a whole answer. */
  readonly stop?: "end" | "length" | "refused" | undefined
}

export type TokenCount = PricedTokens
