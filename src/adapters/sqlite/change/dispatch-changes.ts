import type { ItemKey, NewDispatch, RunChange } from "../../../ports/run-store.ts"
import { type ChangedRun, type ChangeTools, ofRun } from "./changed-run.ts"
import type { Cell } from "../database/cells.ts"
import type { Database } from "../database/open-database.ts"
import { itemCells, storedState, storedStates } from "../stored-rows.ts"
import { type DispatchState, tables } from "../tables.ts"

const { dispatch, dispatchState } = tables
const INSERT = `INSERT INTO dispatches (run, ${dispatch.columns}, ${dispatchState.columns}) VALUES (?, ${dispatch.places}, ${dispatchState.places})`
const UPDATE = `UPDATE dispatches SET (${dispatchState.columns}) = (${dispatchState.places}) WHERE run = ? AND step = ? AND round = ? AND item = ?`
const LAST_PLACE = "SELECT coalesce(max(place), 0) FROM queue"
const ENQUEUE = `INSERT INTO queue (place, run, step, round, item, root, agent)
  SELECT ?, run, step, round, item, root, agent FROM dispatches WHERE run = ? AND step = ? AND round = ? AND item = ? AND asks <> 'run'`
const DEQUEUE = "DELETE FROM queue WHERE run = ? AND step = ? AND round = ? AND item = ?"

export function insertDispatch({ database, keep }: ChangeTools, run: ChangedRun, made: NewDispatch): undefined {
  run.counts.dispatches++
  const row = {
    ...ofRun(run, made),
    made: run.counts.dispatches,
    asks: made.ask.kind,
    ask: keep(JSON.stringify(made.ask)),
  }
  const key = itemCells(run.number, made)
  const state = { status: made.status, epoch: 0, tried: 0, place: nextPlace(database) }
  database.write(INSERT, [run.number, ...dispatch.cells([run.number], row), ...dispatchState.cells(key, state)])
  if (made.status === "open") database.write(ENQUEUE, [state.place, ...key])
}

/** The key, where the lease does not hold. */
export function settleDispatch(
  { database }: ChangeTools,
  run: ChangedRun,
  { key, as, epoch }: RunChange & { readonly kind: "settle" },
): ItemKey | undefined {
  const state = storedState(database, run.number, ofRun(run, key))?.state
  if (state === undefined) throw new Error(`there is no dispatch for ${key.step}/${key.round}/${key.item}`)
  if (state.status === "answered" || state.status === "cancelled") return key
  if (epoch !== undefined && (state.status !== "leased" || state.epoch !== epoch)) return key
  settle(database, itemCells(run.number, key), { before: state, as })
  return undefined
}

export function settleVisit(
  { database }: ChangeTools,
  run: ChangedRun,
  { step, round, as }: RunChange & { readonly kind: "dispatches" },
): undefined {
  const meant = { open: ["held"], held: ["open"], cancelled: ["open", "held", "leased"] }[as]
  for (const { item, state } of storedStates(database, run.number, { step, round }))
    if (meant.includes(state.status))
      settle(database, itemCells(run.number, { step, round, item }), { before: state, as })
}

/** What may be claimed is in the queue, and nothing else is. An entry is addressed by its dispatch, never by its place. */
function settle(
  database: Database,
  key: readonly Cell[],
  { before, as }: { readonly before: DispatchState; readonly as: DispatchState["status"] },
): void {
  if (before.status !== "held") database.write(DEQUEUE, key)
  const place = as === "open" ? nextPlace(database) : before.place
  database.write(UPDATE, [...dispatchState.cells(key, { ...before, status: as, place }), ...key])
  if (as === "open") database.write(ENQUEUE, [place, ...key])
}

function nextPlace(database: Database): number {
  return Number(database.first(LAST_PLACE)?.[0]) + 1
}
