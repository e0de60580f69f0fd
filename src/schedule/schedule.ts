import type { DriverName, WorktreeMode } from "../settings/agent-settings.ts"

/** Work that is to be done at given times. */
export interface Schedule {
  /** `s-` and eight letters. */
  readonly id: string
  /** Started by `loop`, or by `schedule add`. */
  readonly origin: "schedule" | "loop"
  readonly project: string
  /** Where its work is done. */
  readonly directory: string
  /** On a server: what is the same for all clones of its project, wherever they are. */
  readonly identity?: string | undefined
  /** On a server: shows the machine where it was added that it was (`findStartPlace`). */
  readonly seal?: string | undefined
  readonly times: ScheduleTimes
  readonly work: ScheduledWork
  readonly policy: Policy
  readonly created: number
  /** Who is told when it ends or has been quiet for too long. */
  readonly by: string
  readonly status: ScheduleStatus
  /** Why it is paused, has ended or was deleted. */
  readonly because?: string | undefined
  /** When its status last changed. */
  readonly changed: number
  /** Every due time up to here has a row. */
  readonly cursor: number
  /** The first due time after that; absent if there is none. */
  readonly next?: number | undefined
  /** What its owner has to be told and was not told yet. */
  readonly notices: readonly Notice[]
  /** The last success, or the start, after which it was reported to be quiet. */
  readonly quietSince?: number | undefined
}

export type ScheduleStatus = "active" | "paused" | "ended" | "deleted"

/** When it is due: by a pattern in a time zone, once, or whenever its last round says. */
export type ScheduleTimes =
  | { readonly kind: "cron"; readonly cron: string; readonly zone: string }
  | { readonly kind: "once"; readonly at: number; readonly zone: string }
  | { readonly kind: "self-paced"; readonly zone: string }

/** What is done: a prompt, or a workflow with its parameters. */
export interface ScheduledWork {
  readonly prompt: string
  readonly workflow?: string | undefined
  readonly params?: Readonly<Record<string, string>> | undefined
  /** `host`: nobody is started, and an agent of a host finds it in its inbox. */
  readonly agent: DriverName
  /** The agent of the host that gets it. */
  readonly to: string
  readonly program?: string | undefined
  readonly worktrees?: WorktreeMode | undefined
}

export const misfires = ["skip", "once", "all"] as const
export const overlaps = ["skip", "queue", "cancel"] as const

export interface Policy {
  /** What happens to due times that were missed: none of them runs, the last one does, or all do. */
  readonly misfire: (typeof misfires)[number]
  /** How late a due time may still run, in milliseconds. */
  readonly catchUpWithin: number
  /** What happens to a due time while the run of an earlier one is under way. */
  readonly overlap: (typeof overlaps)[number]
  /** How many missed due times may run at once, those of other schedules in the same database included. */
  readonly spread: number
  /** Without a success for this long, its owner is told. Absent: never. */
  readonly quietAfter?: number | undefined
  readonly until?: number | undefined
  /** When `until` has come, it runs a last time. */
  readonly runsAtEnd?: boolean | undefined
  readonly maxRuns?: number | undefined
  /** In dollars, over all its runs. */
  readonly maxCost?: number | undefined
}

export interface Notice {
  /** The same key means the same message. */
  readonly key: string
  readonly text: string
}

/** What becomes of a due time. The last four are final. */
export const dueStates = ["due", "claimed", "running", "ran", "failed", "skipped", "expired"] as const
export type DueState = (typeof dueStates)[number]

/** Why there is this due time: the pattern; a person; the start or the end of a loop; what its last round said. */
export type DueCause = "time" | "asked" | "first" | "last" | "paced"

export interface NewDue {
  readonly at: number
  readonly cause: DueCause
  readonly state: Extract<DueState, "due" | "skipped" | "expired">
  readonly why?: string | undefined
  /** It was missed, and runs late. */
  readonly isCatchUp: boolean
}

/** One due time of a schedule. There is exactly one for each, however many processes make them. */
export interface Due extends Omit<NewDue, "state"> {
  readonly schedule: string
  readonly state: DueState
  /** When the row was made. */
  readonly made: number
  readonly run?: string | undefined
  /** How often it was claimed. */
  readonly epoch: number
  readonly started?: number | undefined
  readonly ended?: number | undefined
  /** In dollars. */
  readonly cost: number
  /** Its agent of a host has the message about it, or its run was given to workers. */
  readonly isTold: boolean
}

export function isUnderWay({ state }: Pick<Due, "state">): boolean {
  return state === "claimed" || state === "running"
}
