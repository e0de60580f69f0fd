import type { WakeEvent } from "../../model.ts"
import type { AgentEventFilter } from "../../store.ts"
import type { Wake } from "../open-wake.ts"
import { findAgent } from "./find-agent.ts"

/** What happened to an agent, with its details. */
export interface AgentHistoryEvent extends Pick<WakeEvent, "seq" | "kind" | "at"> {
  readonly data: Readonly<Record<string, unknown>>
}

/** The history of an agent: its wake-ups, the skills that were chosen for it and why, and what it did. */
export async function readAgentEvents(
  wake: Wake,
  agent: string,
  filter: AgentEventFilter,
): Promise<readonly AgentHistoryEvent[]> {
  const found = await wake.store.agentEvents({ ...wake.scope, agent }, filter)
  if (found.length === 0) await findAgent(wake, agent)
  return found.map(({ seq, kind, at, data }) => ({
    seq,
    kind,
    at,
    data: JSON.parse(data) as AgentHistoryEvent["data"],
  }))
}
