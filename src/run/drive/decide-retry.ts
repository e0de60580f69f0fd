/** A dispatch that is given back can be claimed again after this time at the latest. */
export const LONGEST_DELAY = 30_000

/** When a dispatch may be tried again whose agent failed, in milliseconds. The agent may have said when. */
export function chooseRetryDelay({
  tried,
  wanted = 0,
}: {
  readonly tried: number
  readonly wanted?: number | undefined
}): number {
  return Math.min(LONGEST_DELAY, Math.max(250 * 2 ** tried, wanted))
}

/** How often something is stored again that a busy or unreachable store refused. */
export const STORE_TRIES = 5

export function chooseStoreDelay(tried: number): number {
  return 250 * 2 ** tried
}

/** How often pg-boss delivers a message that a worker could not handle, before it is dead; and how long after, in seconds. */
export const REDELIVERY = { deliveries: 5, delay: 1, longestDelay: 60 } as const
