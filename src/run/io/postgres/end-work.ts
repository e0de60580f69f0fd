import { setTimeout as sleep } from "node:timers/promises"
import { formatCount } from "../../../text/format-count.ts"
import { planEnd } from "../../drive/decide-end.ts"
import type { Lease } from "../../store.ts"
import type { PostgresRunStore } from "./open-postgres-run-store.ts"
import type { TroubleEntry } from "./open-trouble.ts"

/** What a worker has and nobody else, as far as it knows. */
export interface HeldLeases {
  /** It is kept in the list if it fails while the worker stops. Otherwise it is lost with its lease. */
  during<Result>(lease: Lease, act: () => Promise<Result>): Promise<Result>
  delete(lease: Lease): void
  /** Their dispatches, by name. */
  list(): readonly string[]
}

export function openHeldLeases(stop: AbortSignal): HeldLeases {
  const held = new Set<string>()
  const name = ({ key }: Lease) => `${key.run}/${key.step}/${key.round}/${key.item}`
  return {
    async during(lease, act) {
      held.add(name(lease))
      let isKept = true
      try {
        const result = await act()
        isKept = false
        return result
      } finally {
        if (!isKept || !stop.aborted) held.delete(name(lease))
      }
    },
    delete: (lease) => void held.delete(name(lease)),
    list: () => [...held],
  }
}

export interface EndedWork {
  readonly store: Pick<PostgresRunStore, "endBy">
  readonly held: HeldLeases
  /** When it was told to stop, in milliseconds of `performance.now`. */
  readonly since: number
  readonly grace: number
  /** Ends the work of agents. */
  readonly abort: () => void
  /** Ends when nothing is under way any more. */
  readonly finish: () => Promise<unknown>
  readonly log: (entry: TroubleEntry) => void
}

/**
 * Finishes what is under way, or gives it back, in the time that is left. If the server is away then, says what nobody could
 * be told of. Returns how long closing may take.
 */
export async function endWork({ store, held, since, grace, abort, finish, log }: EndedWork): Promise<number> {
  const plan = planEnd(grace)
  const left = (milliseconds: number) => Math.max(0, since + milliseconds - performance.now())
  store.endBy(since + plan.giveBack)
  const late = setTimeout(abort, left(plan.work))
  const over = new AbortController()
  await Promise.race([finish(), sleep(left(plan.giveBack), undefined, { signal: over.signal }).catch(() => undefined)])
  over.abort()
  clearTimeout(late)
  const kept = held.list()
  if (kept.length > 0) log(describeKept(kept))
  return Math.max(plan.close - plan.giveBack, left(plan.close))
}

const MOST_NAMED = 5

function describeKept(kept: readonly string[]): TroubleEntry {
  const names = kept.slice(0, MOST_NAMED)
  const more = kept.length > MOST_NAMED ? ` and ${kept.length - MOST_NAMED} more` : ""
  return {
    code: "worker.not-given-back",
    message: `${formatCount(kept.length, "dispatch", "dispatches")} could not be given back, because the server did not answer: ${names.join(", ")}${more}`,
    next: "nothing has to be done: other workers take them once the server is back and has noticed that this worker ended, at the latest when the leases run out",
  }
}

/**
 * Returns when it was told to stop, or a little before, in milliseconds of `performance.now`. While this process waits for a
 * silent server, it hears of nothing: that time is a part of what it has left.
 */
export async function waitForStop(signal: AbortSignal): Promise<number> {
  let last = performance.now()
  const timer = setInterval(() => {
    last = performance.now()
  }, PULSE)
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }))
  clearInterval(timer)
  return last
}

const PULSE = 250
