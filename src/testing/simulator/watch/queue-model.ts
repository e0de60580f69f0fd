import {
  type Claimed,
  loadDispatch,
  type ItemKey,
  formatItemKey,
  type SeenRun,
  type SimulatedStore,
  findUnanswered,
} from "../committed-rows.ts"

interface Lease {
  readonly key: ItemKey
  readonly epoch: number
}

interface Wanted {
  readonly worker: string
  readonly leaseMilliseconds: number
}

/**
 * What a queue must do, by the rows of the dispatches and a record of leases: it contains exactly what may be claimed.
 */
export interface QueueModel {
  /** Calls a function of the queue, and returns what is wrong with its effect. */
  around(
    method: string,
    given: readonly unknown[],
    act: () => Promise<unknown>,
  ): Promise<{ readonly result: unknown; readonly wrong?: string }>
  /** Records what is held: whether it keeps its delay when it is released is left to the store. */
  noteHeld(runs: readonly SeenRun[]): void
  /** What is wrong with who answered: the answer of a lost lease must not be accepted. */
  lateAnswer(runs: readonly SeenRun[]): string | undefined
}

export interface QueueWatch {
  readonly store: SimulatedStore
  readonly now: () => number
  /** All runs as they are committed. */
  readonly runs: () => readonly SeenRun[]
}

interface Booked {
  /** Who claimed it last. */
  readonly worker: string
  /** Nobody else may claim it before this time. */
  readonly until: number
  readonly milliseconds: number
}

/** Drivers answer under the name they claim with; people, shells and agents that report directly do not. */
const WORKER = /^d\d+\.\d+$/

export function openQueueModel({ store, now, runs }: QueueWatch): QueueModel {
  const book = new Map<string, Booked>()
  const held = new Set<string>()

  async function claim(given: readonly unknown[], act: () => Promise<unknown>) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { worker, leaseMilliseconds: milliseconds } = given[0] as Wanted
    const unanswered = await findUnanswered(store, runs())
    const due = [...unanswered.keys()].filter((key) => (book.get(key)?.until ?? 0) <= now())
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const result = (await act()) as Claimed | undefined
    if (result === undefined)
      return due.length === 0 ? { result } : { result, wrong: `${due[0]} may be claimed, and is not in the queue` }
    const key = formatItemKey(result.lease.key)
    book.set(key, { worker, until: now() + milliseconds, milliseconds })
    const mayBeClaimed = due.includes(key) || held.delete(key)
    return mayBeClaimed ? { result } : { result, wrong: `${key} was claimed, and may not be` }
  }

  async function holds({ key, epoch }: Lease): Promise<boolean> {
    const dispatch = await loadDispatch(store, key)
    return dispatch?.status === "leased" && dispatch.epoch === epoch
  }

  return {
    noteHeld(runs) {
      for (const { visits } of runs)
        for (const dispatch of visits.at(-1)?.dispatches ?? [])
          if (dispatch.status === "held") held.add(formatItemKey(dispatch))
    },
    lateAnswer(runs) {
      const results = runs.flatMap(({ visits }) => visits.flatMap((visit) => visit.results))
      const late = results.find(
        (one) => WORKER.test(one.by) && (book.get(formatItemKey(one))?.worker ?? one.by) !== one.by,
      )
      return (
        late &&
        `${formatItemKey(late)} is answered by ${late.by}, which lost it to ${book.get(formatItemKey(late))?.worker}`
      )
    },
    async around(method, given, act) {
      if (method === "claim") return claim(given, act)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const [lease, how] = given as readonly [Lease, { readonly after: number }]
      const isHeld = await holds(lease)
      const result = await act()
      const key = formatItemKey(lease.key)
      const { worker, milliseconds } = book.get(key) ?? { worker: "", milliseconds: 0 }
      if (method === "release") {
        if (isHeld) book.set(key, { worker, until: now() + how.after, milliseconds })
        const dispatch = isHeld ? await loadDispatch(store, lease.key) : undefined
        return isHeld && dispatch?.status !== "open"
          ? { result, wrong: `${key} was given back, and is not open` }
          : { result }
      }
      if (isHeld) book.set(key, { worker, until: now() + milliseconds, milliseconds })
      return result === isHeld ? { result } : { result, wrong: `the lease of ${key} is renewed: ${String(result)}` }
    },
  }
}
