/** Where tasks, messages and agents belong: a project (shared by its worktrees) and a branch. */
export interface Scope {
  readonly project: string
  readonly branch: string
}

export const taskStatuses = ["pending", "active", "blocked", "in_review", "done", "failed", "cancelled"] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** One unit of work in a tree. */
export interface Task extends Scope {
  /** `t-` and eight letters. */
  readonly id: string
  readonly parent?: string | undefined
  /** The task at the top of its tree; its own id for most. */
  readonly root: string
  /** Its position in the tree: `000002.000001` is the first child of the second root. Sorting by it is depth first. */
  readonly order: string
  readonly title: string
  readonly status: TaskStatus
  readonly assignee?: string | undefined
  /** Whose task it is: its assignee, or that of the nearest task above it. */
  readonly owner?: string | undefined
  /** The first is the current skill, the others apply throughout and are shown as checklists. */
  readonly skills: readonly string[]
  readonly planFile?: string | undefined
  readonly notes?: string | undefined
  /** The run whose current step is the place of this task. */
  readonly run?: string | undefined
  /** How many tasks are below it, directly. */
  readonly children: number
  readonly created: number
  readonly updated: number
}

export const messageTypes = ["message", "question", "answer", "result", "failure", "notice"] as const
export type MessageType = (typeof messageTypes)[number]

export interface Message extends Scope {
  /** Grows with every message of the machine. */
  readonly id: number
  readonly from: string
  readonly type: MessageType
  /** An agent alone cannot deal with it. Such a message is also for `@human`. */
  readonly requiresHuman: boolean
  readonly text: string
  readonly at: number
  readonly mentions: readonly Address[]
}

/** Whom a message is for, as a complete address. */
export interface Address extends Scope {
  readonly agent: string
}

export const ORCHESTRATOR = "orchestrator"

export const wakeRoles = [
  "orchestrator",
  "agent",
  "implementer",
  "spec-reviewer",
  "code-quality-reviewer",
  "code-reviewer",
] as const
export type WakeRole = (typeof wakeRoles)[number]

export const agentStatuses = ["idle", "running", "blocked", "completed", "failed", "killed"] as const
export type AgentStatus = (typeof agentStatuses)[number]

/** A context that may be lost, and then needs everything again. */
export interface LostContext {
  /** When it was last compacted, or began empty, and for which of these times it has received everything. */
  readonly compacted?: number | undefined
  readonly told?: number | undefined
  /** When it was first met. */
  readonly began?: number | undefined
  readonly updated: number
}

/** Whether a context was lost and has not received everything since. */
export function isUntold(context: LostContext | undefined): boolean {
  return context?.compacted !== undefined && context.compacted !== context.told
}

/** A session of a host, in which an agent works. An agent may work in several at once. */
export interface HostSession extends LostContext {
  readonly session: string
  readonly agent: string
}

/** An agent or person that can be woken. Its own context is that of a spawned agent; a host has sessions. */
export interface Agent extends Address, LostContext {
  readonly role: WakeRole
  readonly status: AgentStatus
  /** The newest message that was delivered to it. */
  readonly seen: number
  /** The host's session in which it was spawned, or last worked. */
  readonly session?: string | undefined
  readonly driver?: string | undefined
  /** The MCP client that registered it. */
  readonly client?: string | undefined
  /** The question it waits for, as a run. */
  readonly question?: string | undefined
  /** The process that waits for the answer. */
  readonly waiter?: string | undefined
  /** What it was spawned for; absent for agents of a host. */
  readonly work?: AgentWork | undefined
  /** What each of its contexts was last told about its tasks, the newest last. */
  readonly places?: readonly ToldPlace[] | undefined
}

/** The position in its tasks that an agent was told in a session. */
export interface ToldPlace {
  /** Empty for the agent itself. */
  readonly session: string
  readonly task: string
  /** The title of the task and the skills that were named for it, as JSON. */
  readonly named: string
  /** The skill and the digest of its text. */
  readonly skill?: string | undefined
}

/** The role of an agent that was never given one. */
export function chooseUsualRole(agent: string): WakeRole {
  return agent === ORCHESTRATOR ? "orchestrator" : "agent"
}

/** What an agent was spawned for, and how it is asked. */
export interface AgentWork {
  /** The requested driver, which may be `auto`. */
  readonly kind: string
  readonly program?: string | undefined
  readonly worktrees?: "offer" | "apply" | undefined
  readonly task: string
  /** Who gets its answers. */
  readonly by: string
  readonly cwd: string
  /** How often it was asked. Each turn has a transcript. */
  readonly turn: number
  readonly because: WorkReason
  /** How often it was started again, by the id of the task. */
  readonly recoveries: Readonly<Record<string, number>>
  /** The process that works for it now. */
  readonly worker?: string | undefined
}

export type WorkReason = "spawned" | "prompted" | "recovered"

/** A skill as it was when an agent first got it. */
export interface Pin extends Address {
  readonly skill: string
  readonly path: string
  readonly version?: string | undefined
  /** SHA-256 of the body, under which the body is stored. */
  readonly digest: string
  /** Released with this task. */
  readonly task?: string | undefined
  readonly reason: string
  /** The skills that may come after it. */
  readonly next?: readonly string[] | undefined
  readonly pinned: number
}

/** Which context of an agent a wake-up is for: a session of its host, or a sub-agent; without either, its own. */
export interface WakeReceiver {
  readonly session?: string | undefined
  readonly subAgent?: string | undefined
}

/**
 * One delivery to an agent. It is recorded before anything is printed and confirmed after; one that was not confirmed is
 * delivered again under the same id.
 */
export interface WakeUp extends Address, WakeReceiver {
  readonly id: number
  /** What caused it; the same trigger never wakes an agent twice. */
  readonly trigger: string
  /** Everything, not only what is new. */
  readonly full: boolean
  /** The newest message it covers. */
  readonly upTo: number
  readonly recorded: number
}

/** What happened, as facts, without interpretation. */
export interface WakeEvent extends Scope {
  readonly seq: number
  readonly agent?: string | undefined
  readonly kind: WakeEventKind
  readonly at: number
  /** JSON. */
  readonly data: string
}

export const wakeEventKinds = [
  "message_posted",
  "agent_started",
  "agent_blocked",
  "agent_completed",
  "agent_failed",
  "agent_killed",
  "process_exit",
  "compaction_start",
  "compacted",
  "skill_chosen",
  "skill_activated",
  "activation_failed",
  "woken",
] as const
export type WakeEventKind = (typeof wakeEventKinds)[number]
