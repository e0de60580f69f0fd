import type { Commit, RunStore } from "../../run/store.ts"
import type { ItemKey } from "../../agents/agent-driver.ts"
import { isClaimable } from "../../run/verify-run.ts"
import { expectSame } from "./expectations.ts"

/** How a check opens the store that it tests. */
export interface RunStoreAccess {
  /** A new, empty one. `now` is the clock of its leases, in milliseconds. */
  open(now: () => number): Promise<RunStore>
  /** A second connection to the same rows, as another process would have; the store itself if there is none. */
  again(store: RunStore): Promise<RunStore>
}

/** One sentence about a store, and a function that throws if it is not true. */
export interface RunStoreCheck {
  readonly name: string
  run(): Promise<void>
}

export interface CheckedStore {
  readonly store: RunStore
  again(): Promise<RunStore>
  /** Advances the clock of the leases. */
  pass(milliseconds: number): void
}

/** Makes a check from a sentence and a function that gets a new store. */
export function checkMaker(access: RunStoreAccess) {
  return (name: string, look: (checked: CheckedStore) => Promise<void>): RunStoreCheck => ({
    name,
    async run() {
      let now = 1_000_000
      const store = await access.open(() => now)
      const pass = (milliseconds: number) => {
        now += milliseconds
      }
      try {
        await look({ store: checkingQueue(store), again: () => access.again(store), pass })
      } finally {
        await store.close()
      }
    },
  })
}

export type StoreCheck = ReturnType<typeof checkMaker>

/** The same store; after each change it checks that the queue contains exactly what may be claimed. */
function checkingQueue(store: RunStore): RunStore {
  const roots = new Set<string>()
  const visits = new Map<string, { readonly run: string; readonly step: string; readonly round: number }>()

  function note({ runs }: Commit): void {
    for (const { run, start, changes } of runs) {
      if (start !== undefined) roots.add(start.root)
      for (const change of changes) {
        if (change.kind !== "ask") continue
        const { step, round } = change.item
        visits.set(JSON.stringify([run, step, round]), { run, step, round })
      }
    }
  }

  async function agree(): Promise<void> {
    const claimable: ItemKey[] = []
    for (const { run, step, round } of visits.values()) {
      const loaded = await store.load({ run, items: { step, round } })
      for (const { dispatch } of loaded?.items ?? [])
        if (dispatch !== undefined && isClaimable(dispatch)) claimable.push({ run, step, round, item: dispatch.item })
    }
    const queued = (await Promise.all([...roots].map((root) => store.queued(root)))).flat()
    expectSame(sorted(queued), sorted(claimable), "the queue")
  }

  return {
    ...store,
    async commit(given) {
      const result = await store.commit(given)
      if (result.kind === "committed") note(given)
      await agree()
      return result
    },
    async claim(wanted) {
      const claimed = await store.claim(wanted)
      await agree()
      return claimed
    },
    async renew(lease) {
      const held = await store.renew(lease)
      await agree()
      return held
    },
    async release(lease, how) {
      await store.release(lease, how)
      await agree()
    },
  }
}

function sorted(keys: readonly ItemKey[]): readonly string[] {
  return keys.map(({ run, step, round, item }) => JSON.stringify([run, step, round, item])).sort()
}
