import type { Waits, WaitsFor } from "./what-waits.ts"

/** A dispatch that is given back can be claimed again after this time at the latest. */
export const LONGEST_DELAY = 30_000

const PATIENCE = 2 * LONGEST_DELAY

/** Tells a run that only has to wait from one that waits in vain. */
export interface Patience {
  /** What is waited for in vain; undefined while there is hope. */
  inVain(waits: Waits): readonly WaitsFor[] | undefined
  slept(milliseconds: number): void
}

/** What nobody is at work on must be handed out sooner or later: if it stays as it is for too long, it never will be. */
export function openPatience(): Patience {
  let seen = ""
  let slept = 0
  return {
    inVain(waits) {
      if (waits.kind === "stalled") return waits.waitsFor
      const unclaimed = waits.kind === "others" ? waits.unclaimed : undefined
      const now = JSON.stringify(unclaimed ?? [])
      if (now !== seen) slept = 0
      seen = now
      return slept > PATIENCE ? unclaimed : undefined
    },
    slept(milliseconds) {
      slept += milliseconds
    },
  }
}
