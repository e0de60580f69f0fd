import type { ClaimWanted, DispatchQueue, Lease } from "../run/store.ts"
import { itemOf, type MemoryItem, type MemoryItems, moved } from "./memory-items.ts"

/** A lease that ran out is lost once somebody else claims; until then it can be renewed, and its answer is taken. */
export function memoryQueue(items: MemoryItems, now: () => number): DispatchQueue {
  const put = (item: MemoryItem) => {
    items.put(item)
    items.keep()
  }
  return {
    async claim(wanted) {
      const { worker, leaseMilliseconds: milliseconds } = wanted
      const found = items.queue().find((item) => (item.lease?.until ?? -Infinity) <= now() && isWanted(item, wanted))
      if (found === undefined) return undefined
      const epoch = found.epoch + 1
      const lease = { until: now() + milliseconds, held: { worker, milliseconds } }
      const claimed = { ...moved(items, found, "leased"), epoch, lease }
      put(claimed)
      const { dispatch } = itemOf(claimed)
      if (dispatch === undefined) throw new Error("what is in the queue is not asked for")
      return { lease: { key: found.key, worker, epoch }, dispatch }
    },
    async renew(lease) {
      const found = heldOne(items, lease)
      if (found === undefined) return false
      const { item, held } = found
      put({ ...item, lease: { until: now() + held.milliseconds, held } })
      return true
    },
    async release(lease, { after, untried }) {
      const item = heldOne(items, lease)?.item
      if (item === undefined) return
      const tried = untried === true ? item.tried : item.tried + 1
      put({ ...moved(items, item, "open"), tried, lease: { until: now() + after } })
    },
  }
}

function isWanted({ key, root: of, request }: MemoryItem, { root, run, agents }: ClaimWanted): boolean {
  return (
    (root === undefined || of === root) &&
    (run === undefined || key.run === run) &&
    (agents === undefined || agents.includes(request?.agent ?? ""))
  )
}

function heldOne(items: MemoryItems, { key, worker, epoch }: Lease) {
  const item = items.get(key)
  const held = item?.lease?.held
  const holds = item?.status === "leased" && item.epoch === epoch && held?.worker === worker
  return holds ? { item, held } : undefined
}
