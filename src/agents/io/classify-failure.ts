import type { AgentAnswer } from "../agent-driver.ts"
import { AgentFailure, type AgentFailureCode } from "../agent-failure.ts"

export interface FailureKind {
  readonly code: AgentFailureCode
  readonly retry: "no" | "later"
}

/** The meaning of a status code of a model API, for every driver that passes it on. */
export function classifyStatus(status: number): FailureKind {
  if (status === 429 || status === 529) return { code: "agent.rate-limit", retry: "later" }
  if (status === 408 || status === 409 || status >= 500) return { code: "agent.failed", retry: "later" }
  if (status >= 400) return { code: "agent.refused", retry: "no" }
  return { code: "agent.failed", retry: "later" }
}

/** The same if there is only text. */
export function classifyErrorText(message: string): FailureKind {
  const status = /\b(?:status|code|error)\D{0,12}([45]\d\d)\b/i.exec(message) ?? /\b(4\d\d|5\d\d) [A-Z]/.exec(message)
  if (status !== null) return classifyStatus(Number(status[1]))
  if (/rate.?limit|too many requests|quota|overloaded|resource.?exhausted/i.test(message)) return classifyStatus(429)
  if (/unauthori[sz]ed|invalid.{0,10}api.?key|not logged in|authentication/i.test(message)) return classifyStatus(401)
  return { code: "agent.failed", retry: "later" }
}

/** In characters. Longer answers are refused. */
export const LONGEST_ANSWER = 16 * 1024 * 1024

export function tooLongFailure(
  agent: string,
  text: string,
  paid: Pick<AgentAnswer, "usage" | "session">,
): AgentFailure {
  return new AgentFailure("agent.too-long", `${agent}: the answer has ${text.length} characters`, {
    retry: "no",
    next: "ask for less in one step",
    ...paid,
  })
}
