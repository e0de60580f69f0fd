/** How many jobs a thread is sent at a time. */
export const BATCH = 24

/** The jobs of one thread. */
export interface Queue<Job> {
  /** Whether there are more, here or elsewhere. */
  readonly hasMore: () => boolean
  readonly take: () => readonly Job[]
  readonly putBack: (jobs: readonly Job[]) => void
}

/**
 * Neighbouring jobs go to the same thread, which may reuse what it made for one of them. A thread that finishes early
 * helps others.
 */
export function openQueues<Job>(jobs: readonly Job[], count: number): readonly Queue<Job>[] {
  const size = Math.ceil(jobs.length / count)
  const parts = Array.from({ length: count }, (_, at) => jobs.slice(at * size, (at + 1) * size))
  return parts.map((own) => ({
    hasMore: () => parts.some(({ length }) => length > 0),
    take() {
      if (own.length > 0) return own.splice(0, BATCH)
      const longest = parts.reduce((a, b) => (b.length > a.length ? b : a))
      return longest.splice(-Math.min(BATCH, Math.ceil(longest.length / 2)))
    },
    putBack: (some) => own.unshift(...some),
  }))
}
