/** What the server needs for one of each, in milliseconds of one processor; measured by `bench/scale/measure-costs.mjs`. */
export interface ServerCosts {
  readonly connection: number
  readonly trip: number
  readonly emptyFetch: number
  readonly fullFetch: number
  /** From the message to the answer and the message about what follows, all of it. */
  readonly dispatch: number
  /** A step that a worker goes on with. */
  readonly nextStep: number
  readonly renew: number
  readonly sweep: number
  /** Looking for dead workers: for all, and more for each worker and for each pair of workers. */
  readonly look: number
  readonly lookPerWorker: number
  readonly lookPerPair: number
  readonly notifyPerListener: number
  readonly ledgerEntry: number
  readonly ledgerRead: number
  readonly ledgerPerRow: number
  /** What one worker does for all, and each for itself, in a second without work, beside what is modelled by itself. */
  readonly idleSecond: number
}

export interface ServerHow {
  readonly costs: ServerCosts
  readonly cores: number
  readonly connections: number
  /** There and back, in milliseconds. */
  readonly trip: number
  /** After how long a client gives up. */
  readonly patience: number
}

/** When a request is answered, or when its client knows that it was not. */
export type Served = { readonly at: number; readonly isDone: boolean }

export interface ServerModel {
  /** A request that takes this much of a processor. They are served in the order in which they come. */
  request(now: number, cost: number): Served
  connect(now: number): Served
  disconnect(count: number): void
  down(): void
  up(now: number): void
  readonly isUp: boolean
  readonly seen: { busy: number; longest: number; most: number; refused: number; given: number }
}

const REFUSED: (now: number) => Served = (now) => ({ at: now + 1, isDone: false })

/** Processors that serve one request after the other, and a number of connections. */
export function openServerModel({ costs, cores, connections, trip, patience }: ServerHow): ServerModel {
  const free = Array.from({ length: cores }, () => 0)
  const seen = { busy: 0, longest: 0, most: 0, refused: 0, given: 0 }
  let open = 0
  let isUp = true
  function request(now: number, cost: number): Served {
    if (!isUp) return REFUSED(now)
    let first = 0
    for (let core = 1; core < cores; core++) if ((free[core] ?? 0) < (free[first] ?? 0)) first = core
    const end = Math.max(now, free[first] ?? 0) + cost
    free[first] = end
    seen.busy += cost
    const took = end + trip - now
    seen.longest = Math.max(seen.longest, took)
    if (took <= patience) return { at: end + trip, isDone: true }
    seen.given++
    return { at: now + patience, isDone: false }
  }
  return {
    request,
    connect(now) {
      if (open >= connections) {
        seen.refused++
        return REFUSED(now)
      }
      const served = request(now, costs.connection)
      if (served.isDone) seen.most = Math.max(seen.most, ++open)
      return served
    },
    disconnect(count) {
      open -= count
    },
    down() {
      isUp = false
      open = 0
    },
    up(now) {
      isUp = true
      free.fill(now)
    },
    get isUp() {
      return isUp
    },
    seen,
  }
}
