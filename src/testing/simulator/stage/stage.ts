import type { Random } from "../random.ts"
import { type Life, startLife } from "../life.ts"

/**
 * Where actors take turns, one at a time, with its own clock.
 *
 * 1. Between two turns, everything that can happen without a turn has happened.
 * 2. Who continues is drawn from the seed; nothing else is random.
 */
export interface Stage {
  now(): number
  begin(actor: string): Life
  /** Resolves when it is this life's turn; never, once it is dead. */
  turn(life: Life): Promise<void>
  sleep(life: Life, milliseconds: number, signal?: AbortSignal): Promise<void>
  every(life: Life, milliseconds: number, act: () => void): () => void
  /** Work that must finish before the next turn. */
  within<Result>(act: () => Promise<Result>): Promise<Result>
  /** Lets actors take turns until it is over. Throws what was passed to `fail`. */
  play(isOver: () => boolean): Promise<void>
  fail(error: unknown): void
}

const START = 1_000_000
const MOST_TURNS = 15_000
const MOST_TIME = 48 * 3_600_000

export function openStage(random: Random, restless: number): Stage {
  const list = openWaitingList(random, restless)
  const lives = new Map<string, number>()
  let now = START
  let turns = 0
  let busy = 0
  let failure: { readonly error: unknown } | undefined

  async function quiet(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve))
    while (busy > 0)
  }

  async function play(isOver: () => boolean): Promise<void> {
    await quiet()
    while (!isOver() && failure === undefined) {
      if (turns++ > MOST_TURNS || now > START + MOST_TIME) throw new Error("it does not come to an end")
      const next = list.next(now + random.below(3))
      now = next.at
      next.go()
      await quiet()
    }
    if (failure !== undefined) throw failure.error
  }

  async function within<Result>(act: () => Promise<Result>): Promise<Result> {
    busy++
    try {
      return await act()
    } finally {
      busy--
    }
  }

  return {
    now: () => now,
    begin(actor) {
      const number = (lives.get(actor) ?? 0) + 1
      lives.set(actor, number)
      return startLife(actor, number)
    },
    turn: (life) => new Promise((resolve) => void list.add({ life, at: now, go: resolve })),
    sleep: (life, milliseconds, signal) =>
      new Promise((resolve) => {
        const give = list.add({ life, at: now + milliseconds, go: resolve })
        const isOver = () => (give(), resolve())
        if (signal?.aborted === true) isOver()
        else signal?.addEventListener("abort", isOver, { once: true })
      }),
    every(life, milliseconds, act) {
      let stop = () => {}
      const again = () => {
        stop = list.add({ life, at: now + milliseconds, go: () => (again(), act()) })
      }
      again()
      return () => stop()
    },
    within,
    play,
    fail(error) {
      failure ??= { error }
    },
  }
}

interface Waiting {
  readonly life: Life
  /** The earliest time of its turn. */
  readonly at: number
  readonly go: () => void
}

/** The actors that wait for a turn. */
interface WaitingList {
  /** The returned function removes it again. */
  add(one: Waiting): () => void
  /** Whose turn it is, and when: now, or when the first of them can continue. */
  next(now: number): { readonly at: number; readonly go: () => void }
}

function openWaitingList(random: Random, restless: number): WaitingList {
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
