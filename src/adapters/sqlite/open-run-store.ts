import type { DispatchQueue } from "../../ports/dispatch-queue.ts"
import type { RunStore } from "../../ports/run-store.ts"
import { openArtifacts } from "./beside/artifacts.ts"
import { openCommitMark } from "./beside/commit-mark.ts"
import { dispatchQueue } from "./claim-dispatches.ts"
import { commitChanges } from "./change/commit-changes.ts"
import { failpointOf } from "./database/failpoint.ts"
import { openDatabase } from "./database/open-database.ts"
import { translated } from "./database/store-failure.ts"
import { type LeaseClock, machineClock } from "./leases/machine-clock.ts"
import { migrate } from "./migrations.ts"
import { rowReaders } from "./read/read-rows.ts"
import type { Synchronous } from "./read/read-tools.ts"

export interface RunStoreOptions {
  readonly file: string
  /** How long to wait for another process that writes (default 5 s). */
  readonly busyMilliseconds?: number
  readonly leaseClock?: LeaseClock
}

/**
 * Runs in one SQLite file, for any number of processes of one machine.
 *
 * 1. Every write is one `BEGIN IMMEDIATE` transaction, synchronous from its begin to its end, on the disk when it returns.
 * 2. A row that is not as it was written, or is missing where another row says it must be, is `store.damaged`.
 */
export function openRunStore(options: RunStoreOptions): RunStore & DispatchQueue {
  const { file } = options
  const database = openDatabase(file, options.busyMilliseconds ?? 5000)
  const mark = openCommitMark(database)
  migrate(database)
  const tools = {
    database,
    artifacts: openArtifacts(file),
    clock: options.leaseClock ?? machineClock(),
    fail: failpointOf(process.env["SKILLET_FAILPOINT"]),
    committed: mark.committed,
  }
  return promising<RunStore & DispatchQueue>(file, {
    ...rowReaders(tools),
    ...dispatchQueue(tools),
    commit: (commits) => commitChanges(tools, commits),
    close() {
      mark.close()
      database.close()
    },
  })
}

/** Each function as the port has it: what it throws is a rejection, told in our words. */
function promising<Port extends object>(file: string, functions: Synchronous<Port>): Port {
  const entries = Object.entries(functions as Record<string, (...given: readonly unknown[]) => unknown>)
  return Object.fromEntries(
    entries.map(([name, act]) => [name, async (...given: readonly unknown[]) => translated(file, () => act(...given))]),
  ) as Port
}
