import type { DispatchQueue, Lease, Wanted } from "../ports/dispatch-queue.ts"
import type { DispatchRow } from "../ports/run-store.ts"
import { allOrNothing, leaseOf, type MemoryLease, type MemoryRows, visitOf } from "./memory-run-rows.ts"

/** A lease that ran out is lost once somebody else claims; until then it can be renewed, and its answer is taken. */
export function memoryDispatchQueue(rows: MemoryRows, now: () => number): DispatchQueue {
  return {
    async claim(wanted) {
      const { worker, leaseMilliseconds: milliseconds } = wanted
      const found = nextOne(rows, wanted, now())
      if (found === undefined) return undefined
      const dispatch = { ...found, status: "leased" as const, epoch: found.epoch + 1 }
      const { run, step, round, item } = found
      const key = { run, step, round, item }
      put(rows, dispatch, { key, until: now() + milliseconds, held: { worker, milliseconds } })
      return { lease: { key, worker, epoch: dispatch.epoch }, dispatch }
    },
    async renew(lease) {
      const found = heldOne(rows, lease)
      if (found === undefined) return false
      put(rows, found.dispatch, { key: lease.key, until: now() + found.held.milliseconds, held: found.held })
      return true
    },
    async release(lease, { after, untried }) {
      const dispatch = heldOne(rows, lease)?.dispatch
      if (dispatch === undefined) return
      const tried = untried === true ? dispatch.tried : dispatch.tried + 1
      put(rows, { ...dispatch, status: "open", tried }, { key: lease.key, until: now() + after })
    },
  }
}

function nextOne(rows: MemoryRows, wanted: Wanted, now: number): DispatchRow | undefined {
  for (const { key, until } of rows.leases.of("")) {
    if (until > now) continue
    const dispatch = rows.dispatches.get(visitOf(key), key.item)
    if (dispatch !== undefined && isWanted(dispatch, wanted)) return dispatch
  }
  return undefined
}

function isWanted(dispatch: DispatchRow, { root, run, agents }: Wanted): boolean {
  return (
    (dispatch.status === "open" || dispatch.status === "leased") &&
    dispatch.ask.kind !== "run" &&
    (root === undefined || dispatch.root === root) &&
    (run === undefined || dispatch.run === run) &&
    (agents === undefined || agents.includes(dispatch.agent))
  )
}

function heldOne(rows: MemoryRows, { key, worker, epoch }: Lease) {
  const dispatch = rows.dispatches.get(visitOf(key), key.item)
  const held = rows.leases.get("", leaseOf(key))?.held
  const holds = dispatch?.status === "leased" && dispatch.epoch === epoch && held?.worker === worker
  return holds ? { dispatch, held } : undefined
}

function put(rows: MemoryRows, dispatch: DispatchRow, lease: MemoryLease): void {
  allOrNothing(rows, () => {
    rows.dispatches.put(visitOf(dispatch), dispatch.item, dispatch)
    rows.leases.put("", leaseOf(lease.key), lease)
    return { result: undefined, keep: true }
  })
}
