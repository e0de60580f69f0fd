import { SkilletError } from "../../../problem/failure.ts"
import type { Synchronous } from "../../../system/database/decode-cells.ts"
import { decodeDigest } from "../../../system/database/decode-cells.ts"
import { readFailpoint } from "../../../system/database/failpoint.ts"
import type { LeaseClock } from "../../../system/database/machine-clock.ts"
import { toAsyncPort } from "../../../system/database/store-failure.ts"
import { openPostgresTables } from "../../../system/postgres/open-postgres-tables.ts"
import { isNotOne, type Postgres, type PostgresOptions } from "../../../system/postgres/open-postgres.ts"
import { openServerClock } from "../../../system/postgres/server-clock.ts"
import type { ItemKey } from "../../../agents/agent-driver.ts"
import type { Commit, CommitResult, Lease, RunStore } from "../../store.ts"
import { openItemQueue } from "../store/claim-items.ts"
import { type CommitTools, commitRuns, listTaken } from "../store/commit-runs.ts"
import { assembleStore } from "../store/open-run-store.ts"
import { runTables } from "../store/run-tables.ts"
import { BY_SESSION, BY_TIME, claimRow, openHold, openSight, type RowQueueTools } from "./claim-rows.ts"
import { type Offer, type Offers, openOffers } from "./offers.ts"
import { openRowArtifacts } from "./row-artifacts.ts"
import { openServerLedger, type ServerLedger } from "./server-ledger.ts"
import { openTurns, type Turns } from "./take-turns.ts"

export interface PostgresRunStoreOptions extends Omit<PostgresOptions, "subject" | "shares"> {
  readonly leaseClock?: LeaseClock | undefined
}

/** A store that any number of machines share, with what their workers need beside the port. */
export interface PostgresRunStore extends RunStore {
  /** Lets workers work on a tree of runs. */
  offer(offer: Offer): Promise<void>
  findRevision(root: string): Promise<string | undefined>
  /** Shows others that the worker is alive, if this connection does not do so yet. False if it cannot. */
  hold(worker: string): Promise<boolean>
  /** Takes what dead workers had, and tells the others. Returns how many dispatches that were. */
  recover(): Promise<number>
  listUntold(queue: string): Promise<readonly ItemKey[]>
  listWaiting(queue: string): Promise<readonly string[]>
  /** For the limits of drivers. */
  readonly ledger: ServerLedger
  /** For what one worker does for all. */
  readonly turns: Turns
  /** The time of the server, in milliseconds. */
  readClock(): number
  /** How often it waited for the server so far. */
  trips(): Promise<number>
  /** From then on, the server is not waited for; in milliseconds of `performance.now`. */
  endBy(time: number): void
}

/**
 * Runs in a schema of PostgreSQL, for any number of processes on any number of machines.
 *
 * 1. Commits of different runs do not wait for each other; of two commits of one run, the second finds that it moved.
 * 2. Each dispatch belongs to one worker at a time, decided by its row.
 * 3. If the connection is lost while a commit is under way, the store finds out whether it happened.
 */
export function openPostgresRunStore(options: PostgresRunStoreOptions): PostgresRunStore {
  const database = openPostgresTables({ ...options, subject: "runs", shares: true }, [runTables])
  const offers = openOffers(database)
  const clock = options.leaseClock ?? openServerClock(database)
  const hold = openHold(database)
  const judges = openSight(database, () => clock.now())
  const recover = (now: number) => offers.recover(now, judges())
  const tools = {
    file: database.file,
    database,
    artifacts: openRowArtifacts(database),
    known: new Map(),
    clock,
    fail: readFailpoint(process.env["SKILLET_FAILPOINT"]),
    hold,
    lease: ({ worker, leaseMilliseconds: lasts }) => ({
      worker,
      boot: hold(worker) ? BY_SESSION : BY_TIME,
      until: clock.now() + lasts,
      lasts,
    }),
    recover,
    offered: offers.tell,
  } satisfies RowQueueTools & CommitTools
  const queue = openItemQueue(tools)
  const store: Synchronous<Omit<PostgresRunStore, "readClock" | "ledger" | "turns" | "endBy">> = {
    ...assembleStore(tools),
    ...queue,
    release: (lease, how) =>
      releaseAndTell(tools, lease, { release: () => queue.release(lease, how), after: how.after }),
    offer: offers.offer,
    findRevision: offers.findRevision,
    recover: () => recover(tools.clock.now()),
    hold,
    listUntold: (name) => offers.listUntold(name, tools.clock.now()),
    listWaiting: (name) => offers.listWaiting(name),
    trips: () => database.trips,
    claim: (wanted) => claimRow(tools, wanted),
    commit: (commit) => commitSafely(database, commit, () => commitAtOnce(tools, commit)),
    close: () => database.close(),
  }
  return {
    ...toAsyncPort<Omit<PostgresRunStore, "readClock" | "ledger" | "turns" | "endBy">>(database.file, store),
    ledger: openServerLedger(database, () => tools.clock.now()),
    turns: openTurns(database, () => tools.clock.now()),
    readClock: () => tools.clock.now(),
    endBy: database.endBy,
  }
}

/** A dispatch that is given back is told of again, when it may be claimed. */
function releaseAndTell(
  { database, offered }: RowQueueTools & { readonly offered: Offers["tell"] },
  { key }: Lease,
  { release, after }: { readonly release: () => void; readonly after: number },
): void {
  database.transaction(() => {
    release()
    const [root] = database.first("SELECT root FROM runs WHERE id = ?", [key.run]) ?? []
    offered({ id: key.run, root: Number(root) }, [key], after)
    return { result: undefined, keep: true }
  })
}

/** How often a commit is tried again that another one got in the way of. Nothing of it was written. */
const TRIES = 5

/** In one message to the server. If something is not as it was read, nothing is written, and a second try says what. */
function commitAtOnce(tools: RowQueueTools & CommitTools, commit: Commit): CommitResult {
  try {
    return commitRuns({ ...tools, putOne: tools.database.putOne }, commit)
  } catch (error) {
    if (!isNotOne(error)) throw error
    return commitRuns(tools, commit)
  }
}

function commitSafely(database: Postgres, commit: Commit, act: () => CommitResult): CommitResult {
  for (let tried = 1; ; tried++) {
    try {
      return act()
    } catch (error) {
      if (isUnreachable(error) && isCommitted(database, commit))
        return { kind: "committed", taken: listTaken(commit)[0] }
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

/** Waits for a transaction that is still under way on the server. */
const SETTLED = "SELECT seq FROM runs WHERE id = ? FOR SHARE"
const RECORD = "SELECT hash FROM records WHERE run = (SELECT number FROM runs WHERE id = ?) AND seq = ?"

/** The server may have committed, and only its answer was lost: then the records of the commit are there. */
function isCommitted(database: Postgres, { runs }: Commit): boolean {
  try {
    return runs.every(({ run, record }) => {
      database.first(SETTLED, [run])
      const [hash] = database.first(RECORD, [run, record.seq]) ?? []
      return decodeDigest(hash) === record.hash
    })
  } catch (error) {
    if (isUnreachable(error)) return false
    throw error
  }
}
