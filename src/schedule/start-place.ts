import { createHmac } from "node:crypto"
import type { Schedule } from "./schedule.ts"

/** What a process knows of itself where machines share a database. */
export interface Here {
  readonly directory: string
  /** The same for all clones of its project. */
  readonly identity: string
  /** Known to this machine alone. */
  readonly secret: string
}

/** Who looks for due times: a timer or a person, or a worker, which starts no agents but gives work to workers. */
export type Looker = "timer" | "person" | "worker"

/** Proves to the machine that made it that the schedule was added there, with this work. */
export function sealSchedule(
  secret: string,
  { id, directory, work }: Pick<Schedule, "id" | "directory" | "work">,
): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify(["skillet schedule 1", id, directory, work]))
    .digest("hex")
}

/**
 * The directory in which a process may start the work of a schedule; undefined if another process has to.
 *
 * 1. In a file, whatever is stored was stored by this machine.
 * 2. On a server, a machine starts agents and programs only for what was added on it: otherwise anybody who can write to the
 *    database could start any program on every machine that looks.
 * 3. Work for workers may be given to them from any checkout of its project.
 */
export function findStartPlace(schedule: Schedule, here: Here | undefined, by: Looker): string | undefined {
  if (here === undefined) return schedule.directory
  const isForWorkers = schedule.work.agent === "workers"
  if (isForWorkers && schedule.identity === here.identity) return here.directory
  if (by === "worker") return undefined
  return schedule.seal === sealSchedule(here.secret, schedule) ? schedule.directory : undefined
}
