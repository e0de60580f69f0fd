import { sumOf } from "./rows.ts"
import type { RunStore } from "../../run/store.ts"
import { itemQueue } from "./claim-items.ts"
import { commitRuns } from "./commit-runs.ts"

import { failpointOf } from "./database/failpoint.ts"
import { type Database, openDatabase } from "./open-database.ts"
import { damaged, promising, translated } from "./store-failure.ts"
import { type Artifacts, openArtifacts, bodyMark, readBody } from "./artifacts.ts"
import { openCommitMark } from "./files/commit-mark.ts"
import { type LeaseClock, machineClock } from "./leases/machine-clock.ts"
import { loadRun } from "./load-run.ts"
import { migrate } from "./migrations.ts"
import { historyReaders } from "./read-history.ts"
import { type QueueRepair, repairQueue } from "./consistency/repair-queue.ts"

export interface RunStoreOptions {
  readonly file: string
  /** How long to wait for another process that writes (default 5 s). */
  readonly busyMilliseconds?: number
  readonly leaseClock?: LeaseClock
  /** Told when the queue did not agree with what is asked for and was corrected. */
  readonly onRepair?: (repairs: readonly QueueRepair[]) => void
}

/**
 * Runs in one SQLite file, for any number of processes of one machine.
 *
 * 1. Every write is one transaction, synchronous from its begin to its end, on the disk when it returns.
 * 2. A head, a request or an answer that is not as it was written, or is missing where the head says it must be, is
 *    `store.damaged`.
 * 3. The queue is an index of the items. Where it does not say what they say, opening the file corrects it.
 */
export function openRunStore(options: RunStoreOptions): RunStore {
  const { file } = options
  const database = openDatabase(file, options.busyMilliseconds ?? 5000)
  const mark = openCommitMark(database)
  migrate(database)
  const artifacts = openArtifacts(file)
  const repairs = translated(file, () => repairQueue({ file, database, artifacts }))
  if (repairs.length > 0) options.onRepair?.(repairs)
  const tools = {
    file,
    database,
    artifacts,
    known: new Map(),
    clock: options.leaseClock ?? machineClock(),
    fail: failpointOf(process.env["SKILLET_FAILPOINT"]),
    committed: mark.committed,
  }
  return promising<RunStore>(file, {
    ...historyReaders(tools),
    ...itemQueue(tools),
    load: (wanted) => loadRun(tools, wanted),
    commit: (commit) => commitRuns(tools, commit),
    definition: (hash) => readDefinition(database, artifacts, hash),
    close() {
      mark.close()
      database.close()
    },
  })
}

const DEFINITION = "SELECT CAST(json AS BLOB), sum FROM definitions WHERE hash = ?"

function readDefinition(database: Database, artifacts: Artifacts, hash: string): string | undefined {
  const [json, sum] = database.first(DEFINITION, [hash]) ?? []
  const body = readBody(json)
  if (body === undefined) return undefined
  if (sumOf(hash, bodyMark(body)) !== sum) throw damaged(database.file, `definition ${hash.slice(0, 12)} is lost`)
  return artifacts.text(body)
}
