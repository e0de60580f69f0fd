/** How long a worker follows a run before it looks again at what else is waiting, in milliseconds. */
export const LONGEST_TURN = 2000

export interface Turn {
  /** When the worker came to the run, and the time now, in milliseconds. */
  readonly began: number
  readonly now: number
  readonly isStopping: boolean
}

/** So that a fan-out of a thousand does not keep ten small ones waiting: its later items come after their first ones. */
const LEAST_PRIORITY = -30_000

/** Of what is told at once, by its place from 0. Greater ones come first, and of the same priority the older ones. */
export function choosePriority(at: number): number {
  return Math.max(LEAST_PRIORITY, -at)
}

/**
 * Whether a worker goes on with the run it is at, without a message. Short steps of a run then follow each other at once;
 * after a long one, its next step comes after everything that has waited longer.
 */
export function mayGoOn({ began, now, isStopping }: Turn): boolean {
  return !isStopping && now - began < LONGEST_TURN
}
