import type { AgentEffort } from "../settings/agent-settings.ts"

/** Runs an agent. Its answer is returned unchanged and parsed later. */
export interface AgentDriver {
  readonly name: string
  /**
   * Throws an AgentFailure or another SkilletError if there is no answer; `retry` says whether another attempt may
   * help. `heard` receives what the agent does while it works. When the promise settles, nothing of the agent is
   * running any more.
   */
  ask(request: AgentRequest, signal: AbortSignal, heard?: (event: AgentEvent) => void): Promise<AgentAnswer>
  /** What all attempts at a request have used so far, if the driver keeps records. */
  paidFor?(request: AgentRequest): Usage | undefined
  /** Other processes that share the store do the work; nobody is asked from here. */
  readonly isElsewhere?: boolean | undefined
  /** Of one elsewhere: receives what people should know while they wait. */
  readonly told?: ((sentence: string) => void) | undefined
}

export interface AgentRequest {
  /** The same for every attempt at the same dispatch, so an agent that keeps records recognises a repeated request. */
  readonly key: ItemKey
  readonly agent: string
  /** A description of the role. */
  readonly role: string
  readonly tier: "large" | "mid" | "small"
  readonly prompt: string
  readonly cwd: string
  /**
   * How many attempts at this dispatch were refused or failed before (default 0). A refused answer is not returned
   * again.
   */
  readonly attempt?: number | undefined
  /** What the agent may do to files (default `read`). */
  readonly access?: AgentAccess | undefined
  /** The model's name as the driver spells it; absent: the driver's own choice. */
  readonly model?: string | undefined
  readonly effort?: AgentEffort | undefined
  /** The shape the answer must have, as JSON Schema. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined
  /** Continue this session of the agent. */
  readonly session?: string | undefined
  /** The time limit for the answer. */
  readonly milliseconds?: number | undefined
}

/** A reader may look at the files below its directory. A writer may change them as well. Neither may run programs. */
export type AgentAccess = "read" | "write"

/** The key of everything in a run. If a step has no items, `item` is `-`. */
export interface ItemKey {
  readonly run: string
  readonly step: string
  readonly round: number
  readonly item: string
}

export interface AgentAnswer {
  readonly text: string
  readonly usage?: Usage | undefined
  /** The agent's own id of its session, to look it up or resume it. */
  readonly session?: string | undefined
}

export interface Usage {
  /** All input, including tokens read from a cache. */
  readonly tokensIn: number
  readonly tokensOut: number
  /** In dollars. */
  readonly money: number
  readonly milliseconds: number
  /** The part of `tokensIn` that was read from a cache. */
  readonly tokensCached?: number | undefined
}

/** What an agent does while it works, in the same terms for every driver. */
export type AgentEvent =
  | { readonly kind: "session"; readonly session: string; readonly model?: string | undefined }
  | { readonly kind: "thinking"; readonly text: string }
  | { readonly kind: "message"; readonly text: string }
  | { readonly kind: "tool_call"; readonly id: string; readonly tool: string; readonly input: unknown }
  | { readonly kind: "tool_result"; readonly id: string; readonly text: string; readonly isError: boolean }
  /** The usage so far, of all turns together. */
  | { readonly kind: "usage"; readonly usage: Usage }
  /** Something went wrong that the agent may recover from: a retry, a refused tool. */
  | { readonly kind: "notice"; readonly text: string }
