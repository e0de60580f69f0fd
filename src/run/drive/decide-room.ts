/** How many dispatches a worker may have, as far as the limits of its agents go. */
export interface FetchRoom {
  readonly concurrency: number
  /** How many it has. */
  readonly busy: number
  /** For each of its agents, how many may work at the same time over all workers, and how many do or wait to. */
  readonly agents: readonly { readonly most: number; readonly unfinished: number }[]
  readonly workers: number
  /** From 0 to 1, another one each time. */
  readonly chance: number
}

/**
 * A worker fetches no more than its agents have room for, so that others can. If there are more workers than free places,
 * about as many of them fetch as there are places: the others would only wait for them.
 */
export function decideRoom({ concurrency, busy, agents, workers, chance }: FetchRoom): number {
  if (agents.length === 0) return concurrency
  const free = Math.max(...agents.map(({ most, unfinished }) => Math.max(0, most - unfinished)))
  const share = (2 * free) / Math.max(1, workers)
  const own = share >= 1 ? Math.min(free, Math.ceil(share)) : Number(chance < share)
  return Math.min(concurrency, busy + own)
}

/** The slots of a worker: each has one message or waits for one. */
export interface Slots {
  readonly most: number
  readonly idle: number
  readonly busy: number
}

/** Only one slot waits for the next message. */
export function mayOpenSlot({ most, idle, busy }: Slots): boolean {
  return idle === 0 && busy < most
}

/** A slot that is done waits for the next message, unless there are too many, or another one waits already. */
export function mayKeepSlot({ most, idle, busy }: Slots): boolean {
  return idle + busy <= most && idle <= 1
}
