import type { ItemKey } from "../../../agents/agent-driver.ts"
import type { Claimed, ClaimWanted, DispatchQueue, Lease } from "../../store.ts"
import {
  castToBytes,
  type Cell,
  type ReadCell,
  decodeText,
  type Synchronous,
} from "../../../system/database/decode-cells.ts"
import type { FailMoment } from "../../../system/database/failpoint.ts"
import { damagedError } from "../../../system/database/store-failure.ts"
import type { LeaseClock } from "../../../system/database/machine-clock.ts"
import { isLeaseLost } from "../../../system/database/is-lease-lost.ts"
import { type LoadTools, loadRun } from "./load-run.ts"

export interface QueueTools extends LoadTools {
  readonly clock: LeaseClock
  readonly fail: ((moment: FailMoment, act: string) => void) | undefined
}

const RUN = "(SELECT number FROM runs WHERE id = ?)"
const KEY = `run = ${RUN} AND step = ? AND round = ? AND item = ?`
const HELD = `${KEY} AND status = 'leased' AND epoch = ? AND worker = ?`
const LEASED = `SELECT place, ${castToBytes("worker")}, ${castToBytes("boot")}, until, lasts FROM items WHERE worker IS NOT NULL`
const FOUND = `SELECT (SELECT ${castToBytes("id")} FROM runs WHERE number = items.run), ${castToBytes("step")}, round, ${castToBytes("item")} FROM items`
const sql = {
  lease: `UPDATE items SET status = 'leased', epoch = epoch + 1, worker = ?, boot = ?, until = ?, lasts = ? WHERE ${KEY}`,
  renew: `UPDATE items SET until = ? + lasts WHERE ${HELD}`,
  release: `UPDATE items SET status = 'open', tried = tried + ?, worker = NULL, boot = ?, until = ?, lasts = ? WHERE ${HELD}`,
} as const

/**
 * An expired lease is lost once another worker claims the dispatch; until then it can be renewed, and its answer is
 * accepted.
 */
export function openItemQueue(tools: QueueTools): Synchronous<DispatchQueue> {
  const { database, clock } = tools
  return {
    claim(wanted) {
      if (nextKey(tools, wanted) === undefined) return undefined
      tools.fail?.("before", "claim")
      const claimed = database.transaction(() => {
        const key = nextKey(tools, wanted)
        return { result: key && lease(tools, key, wanted), keep: key !== undefined }
      })
      tools.fail?.("after", "claim")
      return claimed
    },
    renew: (given) => database.write(sql.renew, [clock.now(), ...heldCells(given)]) === 1,
    release(given, { after, untried }) {
      const tried = untried === true ? 0 : 1
      database.write(sql.release, [tried, clock.boot, clock.now() + after, after, ...heldCells(given)])
    },
  }
}

function heldCells({ key, epoch, worker }: Lease): readonly Cell[] {
  return [...keyCells(key), epoch, worker]
}

export function keyCells({ run, step, round, item }: ItemKey): readonly Cell[] {
  return [run, step, round, item]
}

/** The oldest wanted dispatch that nobody works on. */
function nextKey({ database, clock }: QueueTools, wanted: ClaimWanted): ItemKey | undefined {
  const lost = database.all(LEASED).filter((cells) => isLost(clock, cells))
  const now = clock.now()
  const parts: readonly { readonly sql: string; readonly values: readonly Cell[] }[] = [
    {
      sql: `place IS NOT NULL AND (worker IS NULL AND (until IS NULL OR until <= ? OR until > ? + lasts OR boot <> ?)
        OR place IN (SELECT value FROM json_each(?)))`,
      values: [now, now, clock.boot, JSON.stringify(lost.map(([place]) => place))],
    },
    ...(wanted.root === undefined ? [] : [{ sql: `root = ${RUN}`, values: [wanted.root] }]),
    ...(wanted.key === undefined ? [] : [{ sql: KEY, values: keyCells(wanted.key) }]),
    ...(wanted.run === undefined ? [] : [{ sql: `run = ${RUN}`, values: [wanted.run] }]),
    ...(wanted.agents === undefined
      ? []
      : [{ sql: "agent IN (SELECT value FROM json_each(?))", values: [JSON.stringify(wanted.agents)] }]),
  ]
  const where = parts.map((part) => part.sql).join(" AND ")
  const found = database.first(
    `${FOUND} WHERE ${where} ORDER BY place LIMIT 1`,
    parts.flatMap(({ values }) => values),
  )
  if (found === undefined) return undefined
  const [run, step, round, item] = found
  return { run: decodeText(run), step: decodeText(step), round: Number(round), item: decodeText(item) }
}

function isLost(clock: LeaseClock, [, worker, boot, until, lasts]: readonly ReadCell[]): boolean {
  const held = { worker: decodeText(worker), boot: decodeText(boot), until: Number(until), lasts: Number(lasts) }
  return isLeaseLost(clock, held)
}

function lease(tools: QueueTools, key: ItemKey, { worker, leaseMilliseconds }: ClaimWanted): Claimed {
  const { database, clock } = tools
  const until = clock.now() + leaseMilliseconds
  database.write(sql.lease, [worker, clock.boot, until, leaseMilliseconds, ...keyCells(key)])
  const dispatch = loadRun(tools, { run: key.run, items: key })?.items[0]?.dispatch
  if (dispatch === undefined) throw damagedError(database.file, "an entry of the queue was never requested")
  return { dispatch, lease: { key, worker, epoch: dispatch.epoch } }
}
