import type { Random } from "../random.ts"
import type { Life } from "../life.ts"

export interface Waiting {
  readonly life: Life
  /** Its turn comes at this time at the earliest. */
  readonly at: number
  readonly go: () => void
}

/** Who waits for a turn. */
export interface WaitingList {
  /** What it returns takes it off again. */
  add(one: Waiting): () => void
  /** Whose turn it is, and when: now, or when the first of them can go on. */
  next(now: number): { readonly at: number; readonly go: () => void }
}

export function openWaitingList(random: Random, restless: number): WaitingList {
  let waiting: readonly Waiting[] = []
  let last = ""

  function choose(ready: readonly Waiting[]): Waiting {
    const same = random.chance(restless) ? undefined : ready.find(({ life }) => life.actor === last)
    return same ?? random.pick(ready)
  }

  return {
    add(one) {
      waiting = [...waiting, one]
      return () => {
        waiting = waiting.filter((other) => other !== one)
      }
    },
    next(now) {
      waiting = waiting.filter(({ life }) => !life.isDead)
      const times = waiting.map(({ at, life }) => Math.max(at, life.wakes))
      if (times.length === 0) throw new Error("nobody will ever do anything again")
      const at = Math.max(now, Math.min(...times))
      const chosen = choose(waiting.filter((_, place) => (times[place] ?? 0) <= at))
      waiting = waiting.filter((one) => one !== chosen)
      last = chosen.life.actor
      return { at, go: chosen.go }
    },
  }
}
