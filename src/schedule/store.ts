import type { ScheduleChange, SeenSchedule } from "./advance-schedule.ts"
import type { OpenDecision, OpenDue } from "./decide-open.ts"
import type { Due, NewDue, Schedule } from "./schedule.ts"

/**
 * Where schedules and their due times are stored.
 *
 * 1. Every function that writes is one transaction. Once it has returned, the change survives a crash.
 * 2. A due time has one row, no matter which process makes it, and a settled one never changes again.
 * 3. A claimed due time has the id that its run will have. The first commit of that run makes the row `running`, its
 *    last commit makes it `ran` or `failed`; nothing else writes these states of a run.
 * 4. A run whose due time was settled in the meantime cannot begin.
 */
export interface ScheduleStore {
  add(schedule: Schedule, dues: readonly NewDue[]): Promise<void>
  /** Newest first. */
  schedules(filter?: ScheduleFilter): Promise<readonly Schedule[]>
  /** Those whose id begins like this. */
  find(begin: string): Promise<readonly Schedule[]>
  see(id: string): Promise<SeenSchedule | undefined>
  /** Changes a schedule as `decide` says; returns the change, or undefined if there is none. */
  change(
    id: string,
    at: number,
    decide: (seen: SeenSchedule) => ScheduleChange | undefined,
  ): Promise<ScheduleChange | undefined>
  /** Changes all active schedules as `decide` says, in one transaction. Returns the changes. */
  advance(
    at: number,
    decide: (schedule: Schedule, see: () => SeenSchedule) => ScheduleChange | undefined,
  ): Promise<readonly ScheduleChange[]>
  /** Those that are active, and those whose owners have to be told something. */
  listActive(): Promise<readonly Schedule[]>
  /** Decides on all due times that are open, and writes what was decided. Claims belong to `worker`. */
  decideOpen(
    decide: (open: readonly OpenDue[]) => readonly OpenDecision[],
    claim: ClaimBy,
  ): Promise<readonly DecidedDue[]>
  /** The due times that are open, to look at. */
  listOpen(): Promise<readonly OpenDue[]>
  due(key: DueKey): Promise<Due | undefined>
  /** Settles a due time that was claimed; false if the claim is lost, or its run has begun. */
  settle(claimed: ClaimedDue, how: { readonly why: string; readonly at: number }): Promise<boolean>
  /** False if the claim is lost. */
  renew(claimed: ClaimedDue): Promise<boolean>
  /** The claim is given up: any process may continue. */
  release(claimed: ClaimedDue): Promise<void>
  /** Its agent of a host has the message, or its run was given to workers. */
  tell(key: DueKey): Promise<void>
  /** These notices were posted. */
  clearNotices(id: string, keys: readonly string[]): Promise<void>
  /** Newest first. */
  history(id: string, most: number): Promise<readonly Due[]>
  summary(id: string): Promise<DueSummary>
  /** Remembers that due times were looked for, by a timer or by a worker. */
  noteTick(at: number, by: TickedBy): Promise<void>
  lastTick(by: TickedBy): Promise<number | undefined>
  close(): Promise<void>
}

export type TickedBy = "timer" | "worker"

export interface ScheduleFilter {
  readonly project?: string | undefined
  /** Also those of other clones of the project, which have this in common. */
  readonly identity?: string | undefined
  /** Also those that have ended or were deleted. */
  readonly all?: boolean | undefined
}

export interface DueKey {
  readonly schedule: string
  readonly at: number
}

export interface ClaimBy {
  readonly worker: string
  readonly leaseMilliseconds: number
  readonly newRunId: () => string
  readonly at: number
}

export interface ClaimedDue extends DueKey {
  readonly worker: string
  readonly epoch: number
}

/** A decision as it was written; what was claimed has its run and epoch. */
export type DecidedDue = OpenDecision & { readonly schedule: Schedule }

export interface DueSummary {
  readonly lastSuccess?: Due | undefined
  /** The last one that was claimed, whether its run began or not. */
  readonly lastTry?: Due | undefined
  readonly last?: Due | undefined
  readonly counts: Readonly<Partial<Record<Due["state"], number>>>
  /** Rounds of a self-paced loop in which there was nothing to do. */
  readonly noops: number
}
