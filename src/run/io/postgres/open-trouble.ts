import { describeError, SkilletError } from "../../../problem/failure.ts"

/** What goes wrong in a worker, for its log. */
export interface TroubleEntry {
  readonly code?: string | undefined
  readonly message: string
  readonly next?: string | undefined
  /** How often it happened since it was last logged, if more than once. */
  readonly times?: number | undefined
}

export interface TroubleOptions {
  readonly log: (entry: TroubleEntry) => void
  /** In milliseconds, never set back. */
  readonly now: () => number
}

/** What keeps going wrong, and how much work may be taken meanwhile. */
export interface Trouble {
  report(error: unknown): void
  /** Something was stored. */
  overcome(): void
  /** How many dispatches may be under way. */
  limit(most: number): number
}

/** The same thing is logged this often at most. */
const REPEATED = 60_000
/** How long nothing is taken after the database has refused to store something: twice as long each time. */
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [1000, 10_000]
/** The database itself cannot store anything, whatever it is. */
const DATABASE: ReadonlySet<string> = new Set(["store.full", "store.unreachable", "store.read-only"])

/**
 * 1. What goes wrong again and again is logged once a minute, with the number of times. What the database says about it
 *    differs in details; the same code is the same trouble.
 * 2. While the database cannot store anything, agents are not asked for answers that would be lost: nothing is taken for a
 *    while, and then one dispatch at a time, until one was stored.
 */
export function openTrouble({ log, now }: TroubleOptions): Trouble {
  const known = new Map<string, { readonly logged: number; times: number }>()
  let failed = 0
  let until = 0
  const pause = (): void => {
    // Several that were under way fail together.
    if (now() < until) return
    until = now() + Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** failed)
    failed++
  }
  return {
    report(error) {
      const failure = error instanceof SkilletError ? error : undefined
      if (failure !== undefined && DATABASE.has(failure.code)) pause()
      const message = describeError(error)
      const key = failure?.code ?? message
      const before = known.get(key)
      if (before !== undefined && now() - before.logged < REPEATED) {
        before.times++
        return
      }
      known.set(key, { logged: now(), times: 0 })
      const times = before === undefined || before.times === 0 ? undefined : before.times + 1
      log({ code: failure?.code, message, next: failure?.next, times })
    },
    overcome() {
      failed = 0
    },
    limit(most) {
      if (failed === 0) return most
      return now() < until ? 0 : Math.min(1, most)
    },
  }
}

/** What was said in the last minute, so that it is not said again and again. */
export interface RecentTexts {
  /** Whether this was not said in the last minute; from then on it was. */
  isNew(text: string): boolean
}

const MOST_SAID = 10_000

/** A worker comes to the same open dispatch every few seconds, and refuses it again. */
export function openRecentTexts(now: () => number): RecentTexts {
  const said = new Map<string, number>()
  return {
    isNew(text) {
      const before = said.get(text)
      if (before !== undefined && now() - before < REPEATED) return false
      if (said.size >= MOST_SAID) said.clear()
      said.set(text, now())
      return true
    },
  }
}
