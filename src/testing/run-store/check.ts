import type { DispatchQueue } from "../../ports/dispatch-queue.ts"
import type { RunStore } from "../../ports/run-store.ts"

export type RunStoreWithQueue = RunStore & DispatchQueue

/** How a check gets at the store it looks at. */
export interface RunStoreAccess {
  /** A new one, empty. `now` is the clock of its leases, in milliseconds. */
  open(now: () => number): Promise<RunStoreWithQueue>
  /** The same rows by another way, as another process has one; the store itself where there is none. */
  again(store: RunStoreWithQueue): Promise<RunStoreWithQueue>
}

/** One sentence about a store, and what throws where it is not true. */
export interface RunStoreCheck {
  readonly name: string
  run(): Promise<void>
}

export interface CheckedStore {
  readonly store: RunStoreWithQueue
  again(): Promise<RunStoreWithQueue>
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
        await look({ store, again: () => access.again(store), pass })
      } finally {
        await store.close()
      }
    },
  })
}

export type Check = ReturnType<typeof checkMaker>

/** The same as JSON, whatever the order of keys. */
export function same(found: unknown, expected: unknown, what = "it"): void {
  const [left, right] = [plain(found), plain(expected)]
  if (left !== right) throw new Error(`${what} is\n  ${left}\nand not\n  ${right}`)
}

export async function rejects(promise: Promise<unknown>, what: string): Promise<void> {
  const outcome = await promise.then(
    () => "resolved",
    (error: unknown) => (error instanceof Error ? "rejected" : "rejected with something else"),
  )
  same(outcome, "rejected", what)
}

function plain(value: unknown): string {
  const text = JSON.stringify(value, (_, held: unknown) => {
    if (typeof held !== "object" || held === null || Array.isArray(held)) return held
    return Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
  return text ?? "undefined"
}
