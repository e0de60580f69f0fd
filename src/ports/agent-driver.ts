/** Executes an agent. What it says comes back as it was said; what it means is read later. */
export interface AgentDriver {
  readonly name: string
  /** Throws a SkilletError when there is no answer; `retry` says whether asking again may help. */
  ask(request: AgentRequest, signal: AbortSignal): Promise<AgentAnswer>
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
}

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
  /** What the agent calls its own session, to look it up there. */
  readonly session?: string
}

export interface Usage {
  readonly tokensIn: number
  readonly tokensOut: number
  readonly money: number
  readonly milliseconds: number
}
