import { type Agent, type Role, roles } from "../model.ts"
import type { HookEvent } from "./hook-event.ts"

/** What a hook does: record something, send the agent something, or both. */
export interface HookPlan {
  /** The agent's context was or will be compacted at this time. */
  readonly compacted?: number | undefined
  readonly note?: "compaction_start" | "compacted" | "process_exit" | undefined
  readonly wake?: HookWake | undefined
}

export interface HookWake {
  readonly trigger: string
  readonly full: boolean
  readonly onlyNews: boolean
  readonly because: string
  /** For a sub-agent that starts: which one, and its role. */
  readonly subAgent?: string | undefined
  readonly role?: Role | undefined
}

/**
 * If hooks are installed twice, a host calls each of them; within this time a second call means the same compaction.
 */
const SAME_COMPACTION = 10_000

/**
 * Decides what an event of a host means for an agent. Codex calls the hooks of prompts and compactions for sub-agents too,
 * under the session of the main thread: those are not the agent's.
 */
export function planHook(event: HookEvent, agent: Agent | undefined, at: number): HookPlan {
  const { name, session, source, prompt, agentId } = event
  if (agentId !== undefined && name !== "SubagentStart") return {}
  switch (name) {
    case "PreCompact":
      return { compacted: at, note: "compaction_start" }
    case "PostCompact":
      return { note: "compacted" }
    case "UserPromptSubmit":
      return {
        wake: { trigger: `prompt:${session}:${prompt ?? at}`, full: false, onlyNews: true, because: "new messages" },
      }
    case "SubagentStart":
      return subAgentPlan(event, at)
    case "PreToolUse":
      return {}
    case "SessionEnd":
      return { note: "process_exit" }
    case "SessionStart":
      // Codex compacts when it resumes, and starts the session for both: the first of them sends everything.
      if (source === "compact" || (source === "resume" && isUntold(agent))) return compactPlan(session, agent, at)
      if (source === "resume" || source === "fork")
        return {
          wake: { trigger: `resume:${session}:${at}`, full: false, onlyNews: true, because: "the session continues" },
        }
      return {
        wake: {
          trigger: `start:${session || at}:${source ?? "startup"}`,
          full: true,
          onlyNews: false,
          because: "a new session",
        },
      }
  }
}

/** Whether a session begins that the agent is not known to be in. */
export function isNewSession({ name, session }: HookEvent, agent: Agent | undefined): boolean {
  return name === "SessionStart" && session !== "" && agent?.session !== session
}

/** A compaction was announced, and the agent has received nothing since. */
function isUntold(agent: Agent | undefined): boolean {
  return agent?.compacted !== undefined && agent.compacted !== agent.told
}

/** A host may compact without having announced it. */
function compactPlan(session: string, agent: Agent | undefined, at: number): HookPlan {
  const { compacted, updated = 0 } = agent ?? {}
  const isKnown = compacted !== undefined && (isUntold(agent) || at - updated < SAME_COMPACTION)
  const when = isKnown ? compacted : at
  const wake = { trigger: `compact:${session}:${when}`, full: true, onlyNews: false, because: "after compaction" }
  return isKnown ? { wake } : { compacted: when, wake }
}

/** A host that does not name its sub-agents starts another one with each event. */
function subAgentPlan({ agentType = "", agentId, session }: HookEvent, at: number): HookPlan {
  const role = roles.find((one) => one !== "orchestrator" && one !== "agent" && agentType.endsWith(one))
  if (role === undefined) return {}
  const subAgent = agentId ?? `at-${at}`
  return {
    wake: {
      trigger: `subagent:${session}:${subAgent}`,
      full: true,
      onlyNews: false,
      because: "a sub-agent starts",
      subAgent,
      role,
    },
  }
}
