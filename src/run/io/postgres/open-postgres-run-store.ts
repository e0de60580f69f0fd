import { SkilletError } from "../../../problem/failure.ts"
import type { Synchronous } from "../../../system/database/decode-cells.ts"
import { decodeDigest } from "../../../system/database/decode-cells.ts"
import { readFailpoint } from "../../../system/database/failpoint.ts"
import type { LeaseClock } from "../../../system/database/machine-clock.ts"
import { toAsyncPort } from "../../../system/database/store-failure.ts"
import { openPostgresTables } from "../../../system/postgres/migrate-postgres.ts"
import type { Postgres, PostgresOptions } from "../../../system/postgres/open-postgres.ts"
import { openServerClock } from "../../../system/postgres/server-clock.ts"
import type { Commit, CommitResult, RunStore } from "../../store.ts"
import { openItemQueue } from "../store/claim-items.ts"
import { commitRuns } from "../store/commit-runs.ts"
import { assembleStore } from "../store/open-run-store.ts"
import { runTables } from "../store/run-tables.ts"
import { claimRow, openHold, type RowQueueTools } from "./claim-rows.ts"
import { openRowArtifacts } from "./row-artifacts.ts"

export interface PostgresRunStoreOptions extends Omit<PostgresOptions, "subject" | "shares"> {
  readonly leaseClock?: LeaseClock | undefined
}

/**
 * Runs in a schema of PostgreSQL, for any number of processes on any number of machines.
 *
 * 1. Commits of different runs do not wait for each other; of two commits of one run, the second finds that it moved.
 * 2. Each dispatch belongs to one worker at a time, decided by its row.
 * 3. If the connection is lost while a commit is under way, the store finds out whether it happened.
 */
export function openPostgresRunStore(options: PostgresRunStoreOptions): RunStore {
  const database = openPostgresTables({ ...options, subject: "runs", shares: true }, [runTables])
  const tools = {
    file: database.file,
    database,
    artifacts: openRowArtifacts(database),
    known: new Map(),
    clock: options.leaseClock ?? openServerClock(database),
    fail: readFailpoint(process.env["SKILLET_FAILPOINT"]),
    hold: openHold(database),
  } satisfies RowQueueTools
  const store: Synchronous<RunStore> = {
    ...assembleStore(tools),
    ...openItemQueue(tools),
    claim: (wanted) => claimRow(tools, wanted),
    commit: (commit) => commitSafely(database, commit, () => commitRuns(tools, commit)),
    close: () => database.close(),
  }
  return toAsyncPort<RunStore>(database.file, store)
}

/** How often a commit is tried again that another one got in the way of. Nothing of it was written. */
const TRIES = 5

function commitSafely(database: Postgres, commit: Commit, act: () => CommitResult): CommitResult {
  for (let tried = 1; ; tried++) {
    try {
      return act()
    } catch (error) {
      if (isUnreachable(error) && isCommitted(database, commit)) return { kind: "committed" }
      if (!isCollision(error) || tried >= TRIES) throw error
    }
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof SkilletError && error.code === "store.unreachable"
}

/** Two runs with one id, or two commits that wait for each other's rows. */
function isCollision(error: unknown): boolean {
  if (error instanceof SkilletError) return error.code === "store.busy"
  return error instanceof Error && "code" in error && error.code === "23505"
}

const RECORD = "SELECT hash FROM records WHERE run = (SELECT number FROM runs WHERE id = ?) AND seq = ?"

/** The server may have committed, and only its answer was lost: then the records of the commit are there. */
function isCommitted(database: Postgres, { runs }: Commit): boolean {
  try {
    return runs.every(({ run, record }) => {
      const [hash] = database.first(RECORD, [run, record.seq]) ?? []
      return decodeDigest(hash) === record.hash
    })
  } catch (error) {
    if (isUnreachable(error)) return false
    throw error
  }
}
