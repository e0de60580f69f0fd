import type { AgentDriver, ItemKey } from "../../../agents/agent-driver.ts"
import type { Driving } from "../../drive/drive-settings.ts"
import type { Runs } from "../open-runs.ts"
import type { DispatchOutcome, WorkerMetrics } from "./worker-metrics.ts"

export interface WorkerOptions {
  readonly address: string
  readonly driver: AgentDriver
  readonly concurrency: number
  /** How many may ask each driver at the same time, over all workers (default: no limit). */
  readonly limits?: ReadonlyMap<string, number> | undefined
  /** Aborted: nothing new is taken. What is under way may finish. */
  readonly stop: AbortSignal
  /** How long it may take to finish; after that it is given back. In milliseconds. */
  readonly grace: number
  readonly leaseMilliseconds?: number | undefined
  /** The drivers of runs whose results a command checks before they are reported, by the name of that command. */
  readonly openChecks?: ((runs: Runs) => Promise<Readonly<Record<string, AgentDriver>>>) | undefined
  /** Looks once for due times whose work is for workers. */
  readonly lookForDues?: ((signal: AbortSignal) => Promise<void>) | undefined
  readonly metrics: WorkerMetrics
  readonly trace?: Driving["trace"]
  readonly log: (entry: WorkerEntry) => void
  /** Called when it takes work. */
  readonly ready?: (() => void) | undefined
}

/** One line of a worker's log. */
export interface WorkerEntry {
  readonly event: "dispatch" | "spans" | "due" | "recovered" | "problem"
  readonly outcome?: DispatchOutcome | undefined
  readonly key?: ItemKey | undefined
  readonly agent?: string | undefined
  readonly epoch?: number | undefined
  readonly milliseconds?: number | undefined
  /** Of a due time: its schedule, its moment, what became of it, and its run. */
  readonly schedule?: string | undefined
  readonly at?: string | undefined
  readonly state?: string | undefined
  readonly run?: string | undefined
  readonly message?: string | undefined
  /** Of a problem: its code, what to do, and how often it happened since it was last logged. */
  readonly code?: string | undefined
  readonly next?: string | undefined
  readonly times?: number | undefined
}
