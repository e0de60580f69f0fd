import type { RunStore } from "../../run/store.ts"
import { checkingQueue } from "./queue-agreement.ts"

/** How a check gets at the store it looks at. */
export interface RunStoreAccess {
  /** A new one, empty. `now` is the clock of its leases, in milliseconds. */
  open(now: () => number): Promise<RunStore>
  /** The same rows by another way, as another process has one; the store itself where there is none. */
  again(store: RunStore): Promise<RunStore>
}

/** One sentence about a store, and what throws where it is not true. */
export interface RunStoreCheck {
  readonly name: string
  run(): Promise<void>
}

export interface CheckedStore {
  readonly store: RunStore
  again(): Promise<RunStore>
  /** Lets time go by for leases. */
  pass(milliseconds: number): void
}

/** Makes a check of a sentence and a function over a new store. */
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

export type Check = ReturnType<typeof checkMaker>
