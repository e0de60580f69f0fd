import type { PortCall } from "../act-through.ts"
import { openTreeReader, type SeenRun, type SimulatedStore } from "../committed-rows.ts"
import { openInvariants } from "./invariants.ts"
import { openQueueModel } from "./queue-model.ts"

/** Checks the rows whenever something was written. */
export interface StoreWatch {
  /** Makes a call, and checks its effect. */
  around(call: PortCall): Promise<unknown>
  /** Checks everything, even what cannot have changed. */
  lookAnew(): Promise<readonly SeenRun[]>
  /** When something was committed last. */
  lastCommit(): number
}

export interface WatchOptions {
  readonly root: string
  readonly now: () => number
  readonly broken: (message: string) => void
  /** After every call, or only at the end. */
  readonly closely: boolean
}

export function watchStore(store: SimulatedStore, { root, now, broken, closely }: WatchOptions): StoreWatch {
  const reader = openTreeReader(store, root)
  const invariants = openInvariants()
  let seen: readonly SeenRun[] = []
  let lastCommit = now()
  const queue = openQueueModel({ store, now, runs: () => seen })

  async function look(anew: boolean): Promise<readonly SeenRun[]> {
    const { runs, changed } = await reader.read({ anew })
    const moved = runs.filter(({ row }) => changed.has(row.id))
    queue.noteHeld(moved)
    const [wrong = queue.lateAnswer(moved)] = invariants.check(runs, changed)
    if (wrong !== undefined) broken(wrong)
    seen = runs
    return runs
  }

  return {
    async around({ method, given, act }) {
      if (method === "commit") lastCommit = now()
      if (!closely) return act()
      if (method === "claim" || method === "renew" || method === "release") {
        const { result, wrong } = await queue.around(method, given, act)
        if (wrong !== undefined) broken(wrong)
        return result
      }
      const result = await act()
      if (method === "commit") await look(false)
      return result
    },
    lookAnew: () => look(true),
    lastCommit: () => lastCommit,
  }
}
