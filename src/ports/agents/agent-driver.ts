/** Runs an agent. Its answer is returned unchanged and parsed later. */
export interface AgentDriver {
  readonly name: string
  /**
   * Throws an AgentFailure or another SkilletError when there is no answer; `retry` says whether asking again may help.
   * `heard` is told what the agent does while it works. When it settles, nothing of the agent runs any more.
   */
  ask(request: AgentRequest, signal: AbortSignal, heard?: (event: AgentEvent) => void): Promise<AgentAnswer>
  /** What all tries of a request used so far, where the driver keeps records. */
  paidFor?(request: AgentRequest): Usage | undefined
}

export interface AgentRequest {
  /** The same for every try of the same dispatch: an agent that keeps records can tell it was asked before. */
  readonly key: ItemKey
  readonly agent: string
  /** What the role is. */
  readonly role: string
  readonly tier: "large" | "mid" | "small"
  readonly prompt: string
  readonly cwd: string
  /** How many tries of this dispatch were refused or failed before (default 0). An answer that was refused is not given again. */
  readonly attempt?: number | undefined
  /** What the agent may do to files (default `read`). */
  readonly access?: AgentAccess | undefined
  /** As the driver spells it; absent: the driver's own choice. */
  readonly model?: string | undefined
  readonly effort?: AgentEffort | undefined
  /** The shape the answer must have, as JSON Schema. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined
  /** Continue this session of the agent. */
  readonly session?: string | undefined
  /** How long the answer may take. */
  readonly milliseconds?: number | undefined
}

/** A reader may look at the files below its directory. A writer may change them as well. Neither may run programs. */
export type AgentAccess = "read" | "write"

export const agentEfforts = ["low", "medium", "high"] as const
export type AgentEffort = (typeof agentEfforts)[number]

/** Everything in a run is keyed by this; where there are no items, `item` is `-`. */
export interface ItemKey {
  readonly run: string
  readonly step: string
  readonly round: number
  readonly item: string
}

export interface AgentAnswer {
  readonly text: string
  readonly usage?: Usage | undefined
  /** What the agent calls its own session, to look it up there or to resume it. */
  readonly session?: string | undefined
}

export interface Usage {
  /** All that went in, what came from a cache included. */
  readonly tokensIn: number
  readonly tokensOut: number
  /** In dollars. */
  readonly money: number
  readonly milliseconds: number
  /** The part of `tokensIn` that was read from a cache. */
  readonly tokensCached?: number | undefined
}

/** What an agent does while it works, in the same words for every driver. */
export type AgentEvent =
  | { readonly kind: "session"; readonly session: string; readonly model?: string | undefined }
  | { readonly kind: "thinking"; readonly text: string }
  | { readonly kind: "message"; readonly text: string }
  | { readonly kind: "tool_call"; readonly id: string; readonly tool: string; readonly input: unknown }
  | { readonly kind: "tool_result"; readonly id: string; readonly text: string; readonly isError: boolean }
  /** What was used so far, all turns together. */
  | { readonly kind: "usage"; readonly usage: Usage }
  /** Something went wrong that the agent may recover from: a retry, a refused tool. */
  | { readonly kind: "notice"; readonly text: string }
