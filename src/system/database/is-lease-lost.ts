import type { LeaseClock } from "./machine-clock.ts"
import { isGone } from "./worker.ts"

/** A worker's hold on something, by the clock of the machine. */
export interface HeldLease {
  readonly worker: string
  readonly boot: string
  readonly until: number
  readonly lasts: number
}

/** Whether others may take it: it expired, belongs to another boot of the machine, or its process has ended. */
export function isLeaseLost(clock: LeaseClock, { worker, boot, until, lasts }: HeldLease): boolean {
  const left = until - clock.now()
  return boot !== clock.boot || left <= 0 || left > lasts || (clock.isGone ?? isGone)(worker)
}
