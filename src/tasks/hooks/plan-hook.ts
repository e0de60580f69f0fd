import { type Agent, isUntold, type LostContext } from "../model.ts"
import { type HookEvent, isPrompt } from "./hook-event.ts"

/** What a hook does: record something, send the agent something, or both. */
export interface HookPlan {
  /** The context began, or was or will be compacted, at this time. */
  readonly compacted?: number | undefined
  /** The session is met for the first time, and not because it was compacted. */
  readonly began?: number | undefined
  readonly note?: "compaction_start" | "compacted" | "process_exit" | undefined
  readonly wake?: HookWake | undefined
}

export interface HookWake {
  readonly trigger: string
  readonly full: boolean
  readonly onlyNews: boolean
  readonly because: string
  /** For a sub-agent that starts: which one. It gets something only if it has a role. */
  readonly subAgent?: string | undefined
}

/**
 * If hooks are installed twice, a host calls each of them; within this time a second call means the same compaction.
 */
const SAME_COMPACTION = 10_000

/**
 * Decides what an event of a host means for a session; its context is undefined if the session is not known. A session
 * that is new at a prompt missed its start. Codex calls the hooks of prompts and compactions for sub-agents too,
 * under the session of the main thread: those are not the agent's.
 */
export function planHook(event: HookEvent, context: LostContext | undefined, at: number): HookPlan {
  const { name, session, source, agentId } = event
  if (agentId !== undefined && name !== "SubagentStart") return {}
  switch (name) {
    case "PreCompact":
    case "PreCompress":
      return { compacted: isAnnounced(context, at) ? undefined : at, note: "compaction_start" }
    case "PostCompact":
      return { note: "compacted" }
    case "UserPromptSubmit":
    case "BeforeAgent":
      return promptPlan(event, context, at)
    case "SubagentStart":
      return subAgentPlan(event, at)
    case "PreToolUse":
      return {}
    case "SessionEnd":
      return { note: "process_exit" }
    case "SessionStart":
      // Codex compacts when it resumes, and starts the session for both: the first of them sends everything.
      if (source === "compact" || (source === "resume" && wasCompacted(context)))
        return compactPlan(session, context, at)
      if (source === "resume" || source === "fork")
        return {
          ...beginning(event, context, at),
          wake: { trigger: `resume:${session}:${at}`, full: false, onlyNews: true, because: "the session continues" },
        }
      return {
        ...beginning(event, context, at),
        wake: {
          trigger: `start:${session || at}:${source ?? "startup"}`,
          full: true,
          onlyNews: false,
          because: "a new session",
        },
      }
  }
}

/** Whether an event is about the agent itself: a spawned agent works in one session, and some hosts name none. */
export function isOwnContext({ session }: HookEvent, agent: Agent | undefined): boolean {
  return session === "" || agent?.work !== undefined
}

/** Whether a spawned agent begins a session that it is not known to be in. */
export function isOtherSession({ name, session }: HookEvent, agent: Agent | undefined): boolean {
  return name === "SessionStart" && session !== "" && agent?.session !== session
}

/** Whether a session is met for the first time. */
export function isNewSession({ name, session, agentId }: HookEvent, known: LostContext | undefined): boolean {
  const isMet = name === "SessionStart" || isPrompt(name)
  return isMet && agentId === undefined && session !== "" && known === undefined
}

/** A new session has received nothing since it began. */
function beginning(event: HookEvent, context: LostContext | undefined, at: number): HookPlan {
  return isNewSession(event, context) ? { compacted: at, began: at } : {}
}

/** What is new; or everything, if that was not delivered when it was due. */
function promptPlan(event: HookEvent, context: LostContext | undefined, at: number): HookPlan {
  const began = beginning(event, context, at)
  const isLate = began.compacted !== undefined || isUntold(context)
  const missed = context?.told === undefined ? "a new session" : "after compaction"
  const trigger = `prompt:${event.session}:${event.prompt ?? at}`
  return { ...began, wake: { trigger, full: false, onlyNews: true, because: isLate ? missed : "new messages" } }
}

/** Whether a context that was met before was compacted, and has not received everything since. */
function wasCompacted(context: LostContext | undefined): boolean {
  return isUntold(context) && context?.compacted !== context?.began
}

/**
 * Whether another hook has recorded this compaction: a second copy of this one, or a later one that was faster. One that
 * is called after the session was told everything is about another compaction, however soon.
 */
function isAnnounced(context: LostContext | undefined, at: number): boolean {
  const { compacted, began, updated = 0 } = context ?? {}
  if (compacted === undefined || compacted === began) return false
  return isUntold(context) ? at - compacted < SAME_COMPACTION : at <= updated
}

/** A host may compact without having announced it. */
function compactPlan(session: string, context: LostContext | undefined, at: number): HookPlan {
  const { compacted, updated = 0, began } = context ?? {}
  const isRecent = compacted !== began && at - updated < SAME_COMPACTION
  const isKnown = compacted !== undefined && (isUntold(context) || isRecent)
  const when = isKnown ? compacted : at
  const wake = { trigger: `compact:${session}:${when}`, full: true, onlyNews: false, because: "after compaction" }
  return isKnown ? { wake } : { compacted: when, wake }
}

/** A host that does not name its sub-agents starts another one with each event; one without a type has no role. */
function subAgentPlan({ agentType = "", agentId, session }: HookEvent, at: number): HookPlan {
  if (agentType === "") return {}
  const subAgent = agentId ?? `at-${at}`
  return {
    wake: {
      trigger: `subagent:${session}:${subAgent}`,
      full: true,
      onlyNews: false,
      because: "a sub-agent starts",
      subAgent,
    },
  }
}
