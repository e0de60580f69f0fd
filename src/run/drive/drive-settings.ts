import type { AgentDriver, Usage } from "../../agents/agent-driver.ts"
import type { GateAnswer, GateAsk } from "../model.ts"
import type { Run } from "../model.ts"
import type { DispatchQueue } from "../store.ts"
import type { BegunDispatch, DispatchEnd } from "../trace/describe-spans.ts"

export interface DriveSettings {
  readonly queue: DispatchQueue
  readonly driver: AgentDriver
  /** The command whose checks the driver makes before it answers. */
  readonly through?: string | undefined
  /** Does what a gate requests: runs a command under the shell policy, or inspects files of the project. */
  readonly forGate: (ask: GateAsk, run: Run, signal: AbortSignal) => Promise<GateAnswer>
  /** The worker's id: distinguishes processes, even after a crash. */
  readonly worker: string
  readonly cwd: string
  /** How many agents work at the same time. */
  readonly atOnce: number
  readonly leaseMilliseconds: number
  readonly signal: AbortSignal
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Calls `act` again and again until the function it returns is called. */
  readonly every: (milliseconds: number, act: () => void) => () => void
  readonly progress?: (at: Progress) => void
  /** Is called again and again with the runs in which something is open that nobody works on. Never throws. */
  readonly watch?: ((runs: readonly string[]) => Promise<void>) | undefined
  /** Whether the worker would go on with the first dispatch that its answer opens. Absent: any worker may claim it. */
  readonly mayTakeNext?: (() => boolean) | undefined
  /** Receives each dispatch when the work begins, and what came of it with the runs that ended by that. Never throws. */
  readonly trace?: ((begun: BegunDispatch) => (end: DispatchEnd, ended?: readonly Run[]) => void) | undefined
  /** Nothing more is claimed once this is true for the run. */
  readonly until?: ((run: Run) => boolean) | undefined
}

/** A drive in progress. */
export interface Driving extends DriveSettings {
  /** The usage of failed attempts at open dispatches, by key. It is counted when the dispatch is settled. */
  readonly unsettled: Map<string, Usage>
}

export interface Progress {
  readonly run: Run
  /** Steps and items that agents are working on. */
  readonly working: readonly string[]
}
