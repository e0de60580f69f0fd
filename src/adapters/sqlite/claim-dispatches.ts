import type { Claimed, DispatchQueue, Lease, Wanted } from "../../ports/dispatch-queue.ts"
import { asBytes, type Cell, type ReadCell, text, textOf } from "./database/cells.ts"
import type { FailMoment } from "./database/failpoint.ts"
import { damaged } from "./database/store-failure.ts"
import type { LeaseClock } from "./leases/machine-clock.ts"
import { isGone } from "./leases/worker.ts"
import { DISPATCH_COLUMNS, dispatchRow } from "./read/read-dispatches.ts"
import type { ReadTools, Synchronous } from "./read/read-tools.ts"
import { itemCells, RUN, storedHead, storedState } from "./stored-rows.ts"
import { type DispatchState, tables } from "./tables.ts"

export interface QueueTools extends ReadTools {
  readonly clock: LeaseClock
  readonly fail: ((moment: FailMoment, act: string) => void) | undefined
}

const { dispatchState } = tables
const KEY = "run = ? AND step = ? AND round = ? AND item = ?"
const sql = {
  leased: `SELECT place, ${asBytes("worker")}, ${asBytes("boot")}, until + 0, lasts + 0 FROM queue WHERE worker IS NOT NULL`,
  claimed: `SELECT run, ${["step", "round", "item"].map(asBytes).join(", ")} FROM queue WHERE place = ?`,
  dispatch: `SELECT ${DISPATCH_COLUMNS} FROM dispatches WHERE ${KEY}`,
  runId: `SELECT ${asBytes("id")} FROM runs WHERE number = ?`,
  lease: `UPDATE queue SET worker = ?, boot = ?, until = ?, lasts = ? WHERE ${KEY}`,
  holder: `SELECT ${asBytes("worker")}, lasts + 0 FROM queue WHERE ${KEY}`,
  state: `UPDATE dispatches SET (${dispatchState.columns}) = (${dispatchState.places}) WHERE ${KEY}`,
} as const

/** A lease that ran out is lost once somebody else claims; until then it can be renewed, and its answer is taken. */
export function dispatchQueue(tools: QueueTools): Synchronous<DispatchQueue> {
  return {
    claim(wanted) {
      if (nextPlace(tools, wanted) === undefined) return undefined
      tools.fail?.("before", "claim")
      const claimed = tools.database.transaction(() => {
        const place = nextPlace(tools, wanted)
        return { result: place === undefined ? undefined : lease(tools, place, wanted), keep: place !== undefined }
      })
      tools.fail?.("after", "claim")
      return claimed
    },
    renew: (given) =>
      withLease(tools, given, ({ key, lasts }) => {
        const until = tools.clock.now() + lasts
        tools.database.write(sql.lease, [text.write(given.worker), tools.clock.boot, until, lasts, ...key])
      }),
    release(given, { after, untried }) {
      withLease(tools, given, ({ state, key }) => {
        const tried = untried === true ? state.tried : state.tried + 1
        tools.database.write(sql.state, [...dispatchState.cells(key, { ...state, status: "open", tried }), ...key])
        tools.database.write(sql.lease, [null, tools.clock.boot, tools.clock.now() + after, after, ...key])
      })
    },
  }
}

function nextPlace({ database, clock }: QueueTools, wanted: Wanted): number | undefined {
  const lost = database.all(sql.leased).filter((cells) => isLost(clock, cells))
  const now = clock.now()
  const parts: readonly { readonly sql: string; readonly values: readonly Cell[] }[] = [
    {
      sql: `(worker IS NULL AND (until IS NULL OR until <= ? OR until > ? + lasts OR boot <> ?)
        OR place IN (SELECT value FROM json_each(?)))`,
      values: [now, now, clock.boot, JSON.stringify(lost.map(([place]) => place))],
    },
    ...(wanted.root === undefined ? [] : [{ sql: "root = ?", values: [text.write(wanted.root)] }]),
    ...(wanted.run === undefined ? [] : [{ sql: `run = ${RUN}`, values: [text.write(wanted.run)] }]),
    ...(wanted.agents === undefined
      ? []
      : [{ sql: "agent IN (SELECT value FROM json_each(?))", values: [JSON.stringify(wanted.agents)] }]),
  ]
  const where = parts.map((part) => part.sql).join(" AND ")
  const found = database.first(
    `SELECT place FROM queue WHERE ${where} ORDER BY place LIMIT 1`,
    parts.flatMap(({ values }) => values),
  )
  return found && Number(found[0])
}

function isLost(clock: LeaseClock, [, worker, boot, until, lasts]: readonly ReadCell[]): boolean {
  const left = Number(until) - clock.now()
  return textOf(boot) !== clock.boot || left <= 0 || left > Number(lasts) || isGone(textOf(worker))
}

function lease({ database, artifacts, clock }: QueueTools, place: number, wanted: Wanted): Claimed {
  const [run, ...rest] = database.first(sql.claimed, [place]) ?? []
  const [step, round, item] = rest.map(textOf)
  const id = database.first(sql.runId, [Number(run)])?.[0]
  const cells = itemCells(Number(run), { step: step ?? "", round: Number(round), item: item ?? "" })
  const found = database.first(sql.dispatch, cells)
  if (found === undefined || id === undefined) throw damaged(database.file, "what is in the queue is not there")
  const { worker, leaseMilliseconds } = wanted
  const before = dispatchRow(artifacts, textOf(id), found)
  const dispatch = { ...before, status: "leased" as const, epoch: before.epoch + 1 }
  database.write(sql.state, [...dispatchState.cells(cells, { ...dispatch, place }), ...cells])
  const until = clock.now() + leaseMilliseconds
  database.write(sql.lease, [text.write(worker), clock.boot, until, leaseMilliseconds, ...cells])
  const key = { run: before.run, step: before.step, round: before.round, item: before.item }
  return { dispatch, lease: { key, worker, epoch: dispatch.epoch } }
}

interface HeldDispatch {
  readonly key: readonly Cell[]
  readonly state: DispatchState
  readonly lasts: number
}

/** False where the lease is lost. */
function withLease({ database }: QueueTools, given: Lease, act: (held: HeldDispatch) => void): boolean {
  return database.transaction(() => {
    const run = storedHead(database, given.key.run)
    const state = run && storedState(database, run.number, given.key)?.state
    const key = itemCells(run?.number ?? 0, given.key)
    const [worker, lasts] = (state && database.first(sql.holder, key)) ?? []
    const holds = state?.status === "leased" && state.epoch === given.epoch && textOf(worker) === given.worker
    if (holds) act({ key, state, lasts: Number(lasts) })
    return { result: holds, keep: holds }
  })
}
