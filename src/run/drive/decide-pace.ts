/** What each worker does again and again, in milliseconds. With many workers, not every one does all of it. */
export const ROUNDS = {
  /** Looks for dead workers, if it gets the turn: one is noticed within two seconds. */
  look: 1000,
  /** Compares how much it fetches with the room that its agents have. */
  room: 1000,
  /** Looks for what no message told it. */
  sweep: 5000,
  /** Looks for due times, if it may. */
  dues: 5000,
  /** Counts the workers. */
  count: 30_000,
} as const

/** One worker looks for dead ones in this time. The others have nothing to add. */
export const LOOK_TURN = 250

/** Times of the same turn have the same number. The clock is the one that all workers share. */
export function findTurn(now: number, milliseconds: number): number {
  return Math.floor(now / milliseconds)
}

/** When a worker does something for the first time: workers that start together do not do it together ever after. */
export function chooseFirst(milliseconds: number, chance: number): number {
  return Math.round(milliseconds * chance)
}

/** How many workers are woken by a message, about. One of them gets it, and the server wakes and asks them all. */
export const LISTENERS = 16

/** Of many workers only some listen for messages. The others find what these have no time for when they poll. */
export function mayListen({ workers, chance }: { readonly workers: number; readonly chance: number }): boolean {
  return workers <= LISTENERS || chance < LISTENERS / workers
}

/** From this number of workers on, their polls come so often that each may poll more seldom. */
const MANY = 100

export interface FetchPace {
  /** How often a worker that is not woken by messages polls, in milliseconds. */
  readonly unheard: number
  /** How often one that is woken by them polls all the same. */
  readonly heard: number
}

export function chooseFetchPace(workers: number): FetchPace {
  return { unheard: workers > MANY ? 1000 : 500, heard: 1000 }
}

/** How often a worker looks whether pg-boss has something to expire or remove: one of them does it for all. */
export function chooseSupervision(workers: number): number {
  return workers > LISTENERS ? 60_000 : 10_000
}

/** How often the lease of a dispatch is renewed. */
export function chooseRenewal(leaseMilliseconds: number): number {
  return Math.max(50, leaseMilliseconds / 3)
}
