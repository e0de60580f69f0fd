import type { HostId } from "../hosts/profile.ts"

/** A host that records sessions. */
export type AgentHost = Exclude<HostId, "open">

export const agentHosts: readonly AgentHost[] = ["claude", "codex", "opencode", "gemini"]

/** What a transcript of a host shows of one session, or of one sub-agent. Texts are cut, so its size is limited. */
export interface RecordedSession {
  readonly host: AgentHost
  readonly id: string
  readonly cwd?: string | undefined
  readonly started?: number | undefined
  readonly ended?: number | undefined
  /** For a sub-agent: the session that started it, and what it is called. */
  readonly parent?: string | undefined
  readonly agent?: string | undefined
  readonly tokens: SessionTokens
  readonly compactions: number
  readonly events: readonly SessionEvent[]
  /** Events beyond the limit, which are not in `events`. */
  readonly leftOut: number
}

export interface SessionTokens {
  readonly read: number
  readonly cached: number
  readonly written: number
}

/** Something that happened, with the line of the transcript that shows it (a row, if the host has a database). */
export type SessionEvent = Prompt | Saying | OfferedSkills | SkillUse | ToolCall

interface Shown {
  readonly line: number
  readonly at?: number | undefined
}

export interface Prompt extends Shown {
  readonly kind: "prompt"
  readonly text: string
}

/** What the agent said. */
export interface Saying extends Shown {
  readonly kind: "saying"
  readonly text: string
}

/** A listing that the model got. A later one only adds to it. */
export interface OfferedSkills extends Shown {
  readonly kind: "offered"
  readonly skills: readonly OfferedSkill[]
}

export interface OfferedSkill {
  readonly name: string
  /** Of its description as shown; 0 if only the name was. */
  readonly characters: number
  /** Whether the text ends as a host ends a cut one. */
  readonly isCut: boolean
  /** The file, if the listing names it. */
  readonly file?: string | undefined
}

export type SkillUser = "person" | "model" | "hook"

/** A skill was given to the model, or that failed. */
export interface SkillUse extends Shown {
  readonly kind: "skill"
  readonly name: string
  readonly by: SkillUser
  readonly outcome: CallOutcome
  /** The same in copies of a transcript, as a forked session has them. */
  readonly key: string
  /** The directory or the file, if the transcript names it. */
  readonly path?: string | undefined
  /** The text that the model got. */
  readonly body?: string | undefined
  readonly why?: string | undefined
}

/** unknown: the transcript has no result. */
export type CallOutcome = "ok" | "failed" | "unknown"

/** none: what it does cannot be what a skill asks for, such as a list of tasks. other: nobody knows what it does. */
export type ToolAction = "run" | "write" | "read" | "agent" | "none" | "other"

export interface ToolCall extends Shown {
  readonly kind: "call"
  readonly tool: string
  readonly action: ToolAction
  readonly command?: string | undefined
  readonly files: readonly string[]
  readonly exit?: number | undefined
  readonly outcome: CallOutcome
  /** For the call that started a sub-agent: its session. */
  readonly started?: string | undefined
}
