import type { DispatchRow, ItemKey } from "./run-store.ts"

/**
 * Hands dispatches to workers, each to one at a time. A worker that is lost loses its lease; the dispatch gets a new epoch
 * with the next claim, and an answer with an old one is refused by the store.
 */
export interface DispatchQueue {
  /**
   * The oldest dispatch nobody works on, or undefined. One that was tried as often as it may is handed out too; a worker
   * that died does not count as a try.
   */
  claim(wanted: Wanted): Promise<Claimed | undefined>
  /** False when the lease is lost. */
  renew(lease: Lease): Promise<boolean>
  /** Gives it back: it may be claimed again, after so many milliseconds. Counts as tried unless told otherwise. */
  release(lease: Lease, how: { readonly after: number; readonly untried?: boolean }): Promise<void>
}

export interface Wanted {
  readonly worker: string
  /** Only of the tree of runs under this one. */
  readonly root?: string
  /** Only of this run. */
  readonly run?: string
  /** Only for these agents. */
  readonly agents?: readonly string[]
  /** How long a lease holds that is not renewed. */
  readonly leaseMilliseconds: number
}

export interface Lease {
  readonly key: ItemKey
  readonly worker: string
  readonly epoch: number
}

export interface Claimed {
  readonly lease: Lease
  readonly dispatch: DispatchRow
}
