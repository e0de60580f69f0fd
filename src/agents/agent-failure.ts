import { SkilletError } from "../problem/failure.ts"
import type { Usage } from "./agent-driver.ts"

/** Why an agent gave no answer. */
export const agentFailures = [
  "agent.failed",
  "agent.not-found",
  "agent.no-key",
  "agent.no-program",
  "agent.timeout",
  "agent.too-long",
  "agent.rate-limit",
  "agent.refused",
  "agent.wrong-shape",
  "agent.limit",
] as const
export type AgentFailureCode = (typeof agentFailures)[number]

/** Turns any failure into an agent failure. */
export function toAgentFailure(error: SkilletError): AgentFailure {
  if (error instanceof AgentFailure) return error
  const { code, message, retry, next, cause } = error
  return new AgentFailure(code as AgentFailureCode, message, { retry, next, cause })
}

/** No answer. The usage is still counted, because it was paid for. */
export class AgentFailure extends SkilletError {
  readonly usage: Usage | undefined
  readonly session: string | undefined
  /** When a retry makes sense, in milliseconds, if the other side said so. */
  readonly after: number | undefined

  constructor(
    code: AgentFailureCode,
    message: string,
    how: {
      readonly retry: "no" | "later"
      readonly next: string
      readonly usage?: Usage | undefined
      readonly session?: string | undefined
      readonly after?: number | undefined
      readonly cause?: unknown
    },
  ) {
    super(code, message, how)
    this.usage = how.usage
    this.session = how.session
    this.after = how.after
  }

  /** The same failure with added details. */
  having(more: { readonly usage?: Usage | undefined; readonly message?: string }): AgentFailure {
    const { retry, next, usage, session, after, cause } = this
    const how = { retry, next, usage, session, after, cause, ...("usage" in more ? { usage: more.usage } : {}) }
    return new AgentFailure(this.code as AgentFailureCode, more.message ?? this.message, how)
  }
}
