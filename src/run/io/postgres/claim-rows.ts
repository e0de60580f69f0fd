import type { Cell } from "../../../system/database/decode-cells.ts"
import { decodeText } from "../../../system/database/decode-cells.ts"
import { damagedError } from "../../../system/database/store-failure.ts"
import type { Postgres } from "../../../system/postgres/open-postgres.ts"
import { mayJudgeSessions } from "../../drive/decide-lease.ts"
import type { Claimed, ClaimWanted } from "../../store.ts"
import { keyCells, type QueueTools } from "../store/claim-items.ts"
import { restoreLoaded } from "../store/load-run.ts"
import { HEAD_CELLS, HEAD_COLUMNS, ITEM_COLUMNS } from "../store/rows.ts"

export interface RowQueueTools extends QueueTools {
  readonly database: Postgres
  /** Whether the session of a worker tells that it is alive; otherwise only its lease does. */
  readonly hold: (worker: string) => boolean
  /** Takes what dead workers had. Returns how many dispatches that were. */
  readonly recover: (now: number) => number
}

/** How a lease is lost: with the session of its worker, or only with time. */
export const BY_SESSION = "session"
export const BY_TIME = "time"

const RUN = "(SELECT number FROM runs WHERE id = ?)"

/**
 * The oldest wanted dispatch that nobody works on, with its run, in one statement. Rows that another transaction is about to claim are
 * passed over, so workers do not wait for each other.
 */
export function claimRow(tools: RowQueueTools, wanted: ClaimWanted): Claimed | undefined {
  const isHeld = tools.hold(wanted.worker)
  return (
    claimFree(tools, wanted, isHeld) ??
    (tools.recover(tools.clock.now()) > 0 ? claimFree(tools, wanted, isHeld) : undefined)
  )
}

function claimFree(tools: RowQueueTools, wanted: ClaimWanted, isHeld: boolean): Claimed | undefined {
  const { database, clock } = tools
  const { worker, leaseMilliseconds, root, run, key, agents } = wanted
  const now = clock.now()
  const parts: readonly { readonly sql: string; readonly values: readonly Cell[] }[] = [
    { sql: "place IS NOT NULL AND (until IS NULL OR until <= ? OR until > ? + lasts)", values: [now, now] },
    ...(root === undefined ? [] : [{ sql: `root = ${RUN}`, values: [root] }]),
    ...(key === undefined
      ? []
      : [{ sql: `run = ${RUN} AND step = ? AND round = ? AND item = ?`, values: keyCells(key) }]),
    ...(run === undefined ? [] : [{ sql: `run = ${RUN}`, values: [run] }]),
    ...(agents === undefined
      ? []
      : [{ sql: "agent IN (SELECT value FROM json_each(?))", values: [JSON.stringify(agents)] }]),
  ]
  const free = parts.map((part) => part.sql).join(" AND ")
  const [found] = database.all(
    `WITH free AS (SELECT run, round, step, item FROM items WHERE ${free} ORDER BY place LIMIT 1 FOR UPDATE SKIP LOCKED)
    UPDATE items SET status = 'leased', epoch = items.epoch + 1, worker = ?, boot = ?, until = ?, lasts = ?
    FROM free LEFT JOIN runs ON runs.number = free.run WHERE items.run = free.run AND items.round = free.round AND items.step = free.step AND items.item = free.item
    RETURNING ${HEAD_COLUMNS}, ${ITEM_COLUMNS}`,
    [
      ...parts.flatMap(({ values }) => values),
      worker,
      isHeld ? BY_SESSION : BY_TIME,
      now + leaseMilliseconds,
      leaseMilliseconds,
    ],
  )
  if (found === undefined) return undefined
  if (found[0] === null) throw damagedError(database.file, "an entry of the queue belongs to no run")
  const [id, step, round, item] = [found[2], ...found.slice(HEAD_CELLS)]
  const claimed = { run: decodeText(id), step: decodeText(step), round: Number(round), item: decodeText(item) }
  const loaded = restoreLoaded(tools, { run: claimed.run, items: claimed }, found)
  const dispatch = loaded.items[0]?.dispatch
  if (dispatch === undefined) throw damagedError(database.file, "an entry of the queue was never requested")
  return { dispatch, lease: { key: claimed, worker, epoch: dispatch.epoch }, loaded }
}

const LOCK = "hashtextextended(current_schema() || '/worker/' || $1, 0)"
/** Takes the lock of a worker for this session, again after each new connection. */
export function openHold(database: Postgres): (worker: string) => boolean {
  const held = new Map<string, { readonly connection: number; readonly isHeld: boolean }>()
  return (worker) => {
    if (database.isPooled) return false
    const known = held.get(worker)
    if (known !== undefined && known.connection === database.connection) return known.isHeld
    const [row] = database.ask(`SELECT pg_try_advisory_lock(${LOCK})`, [worker])
    const isHeld = row?.[0] === 1 && !database.isPooled
    held.set(worker, { connection: database.connection, isHeld })
    return isHeld
  }
}

/** Whether the sessions of workers tell who is alive; asked after a request, so that the connection is known. */
export function openSight(database: Pick<Postgres, "connection">, now: () => number): () => boolean {
  let known = { connection: 0, at: 0 }
  return () => {
    const { connection } = database
    if (connection !== known.connection) known = { connection, at: now() }
    return mayJudgeSessions({ connection, since: now() - known.at })
  }
}
