import type { WorkflowSession } from "../../workflow/io/load-workflows.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import type { Startable } from "../../run/io/start-named.ts"
import type { Wake } from "../../tasks/io/open-wake.ts"
import type { Here } from "../start-place.ts"
import type { ScheduleStore } from "../store.ts"

/** What the work of a schedule needs: everything that is opened for its directory. */
export interface SchedulePlace {
  readonly session: WorkflowSession
  readonly runs: Runs
  readonly wake: Wake
  findWorkflow(name: string): Promise<Startable>
  close(): Promise<void>
}

/** The schedules of this machine, or of all machines that share a server. */
export interface Schedules {
  readonly store: ScheduleStore
  readonly env: Readonly<Record<string, string | undefined>>
  /** The project and the directory of this process. */
  readonly project: string
  readonly directory: string
  /** Only where machines share a database. */
  readonly here?: Here | undefined
  /** By the clock of the database's server, if it is on one. */
  now(): number
  newId(kind: "s" | "r"): string
  /** A name for this process, from which others can tell that it is gone. */
  nameWorker(): string
  hasDirectory(directory: string): boolean
  /** Throws if there is no such directory. */
  openPlace(directory: string): Promise<SchedulePlace>
}
