import type { Address, AgentStatus, Message, Task, WakeUp } from "./model.ts"
import type { DifferenceKind } from "../install/compare-installed.ts"
import type { TaskPlace } from "./task-place.ts"
import type { CompiledSkill } from "./skills/skill-piece.ts"

/** Everything a packet is made of. Nothing else is used, so the same facts give the same bytes. */
export interface WakeFacts {
  readonly agent: Address & {
    /** One of ours, or one that a file beside the skill is for. */
    readonly role: string
  }
  readonly wake: Pick<WakeUp, "id" | "full" | "subAgent">
  /** Why the agent is woken, as a phrase: "after compaction", "a new message". */
  readonly because: string
  /** The words that start Skillet in commands. */
  readonly program: string
  /** Not delivered yet, oldest first. */
  readonly newMessages: readonly Message[]
  /** How many more were not delivered yet, older than those (default 0). */
  readonly older?: number | undefined
  /** Delivered before, oldest first; only if everything is sent again. */
  readonly recent: readonly Message[]
  readonly place: TaskPlace
  /** What is new about the position, in a packet that has only what is new. */
  readonly news?: PlaceNews | undefined
  readonly plan?: PlanFact | undefined
  readonly run?: RunFact | undefined
  /** Installed skills whose files are not as their lock says. */
  readonly installed?: readonly InstalledFact[] | undefined
  readonly skill?: SkillFact | undefined
  /** Apply in addition to the current skill. */
  readonly checklists: readonly SkillFact[]
  /** Why there is no skill, or which ones were skipped. */
  readonly skillNotes: readonly string[]
  /** The skills that may come after the current one. */
  readonly nextSkills: readonly string[]
  /** The orchestrator's text for a sub-agent. */
  readonly context?: string | undefined
  readonly instructions?: InstructionsFact | undefined
  /** Tasks of which a sub-agent has one, if it is not known which. */
  readonly oneAmong?: readonly Task[] | undefined
  /** What the agent that the current task is assigned to is doing, if that is another one. */
  readonly workerStatus?: AgentStatus | undefined
}

export interface InstalledFact {
  readonly lockFile: string
  /** It is the user's lock for all projects. */
  readonly isUser: boolean
  readonly differences: readonly { readonly name: string; readonly path: string; readonly kind: DifferenceKind }[]
  /** Why the lock cannot be compared. */
  readonly wrong?: string | undefined
}

/** What a sub-agent of a role has to do. */
export interface InstructionsFact {
  readonly text: string
  readonly compiled: CompiledSkill
  /** The file, or our own text. */
  readonly source: string
  readonly leftOut: readonly Omit<LeftOut, "part">[]
}

export interface PlaceNews {
  readonly isTaskNew: boolean
  readonly isSkillNew: boolean
}

export interface SkillFact {
  readonly skill: string
  readonly file: string
  readonly body: string
  readonly compiled: CompiledSkill
  readonly digest: string
  readonly reason: string
  /** The skills that may come after it. */
  readonly next?: readonly string[] | undefined
  /** The agent gets it for the first time. */
  readonly isFirst?: boolean | undefined
  /** The file differs from the pinned text, or no longer exists. */
  readonly changed?: "changed" | "gone" | undefined
  /** The version of the plugin that the pinned text is from. */
  readonly version?: string | undefined
  /** The version of its plugin that is installed now, if it is another one. */
  readonly installed?: string | undefined
  /** How much of it the host shows by itself, in characters from its beginning. */
  readonly restored?: number | undefined
}

export interface PlanFact {
  readonly file: string
  /** The section about the current task or the nearest one above it; undefined if there is none. */
  readonly excerpt?: string | undefined
  /** The file no longer exists. */
  readonly isMissing?: boolean | undefined
  /** Why it was not read although it exists. */
  readonly unread?: string | undefined
}

/** Where the run of a task is. */
export interface RunFact {
  readonly id: string
  readonly workflow: string
  readonly status: string
  readonly title: string
  readonly step: string
  /** The last result of a gate, or what the run waits for. */
  readonly state?: string | undefined
}

export interface PacketBudget {
  readonly tokens: number
  /** A host's own limit. */
  readonly characters?: number | undefined
}

export interface Packet {
  readonly text: string
  readonly receipt: Receipt
}

/** What a packet contains, from where and why, and what it does not. */
export interface Receipt {
  readonly wake: number
  readonly tokens: number
  readonly budget: PacketBudget
  readonly parts: readonly ReceiptPart[]
  readonly leftOut: readonly LeftOut[]
}

export interface ReceiptPart {
  readonly part: string
  readonly source: string
  readonly tokens: number
  readonly reason: string
}

export interface LeftOut {
  readonly part: string
  readonly what: string
  readonly why: string
}
