import { seeded } from "../random.ts"
import { drawParts } from "./draw-parts.ts"
import type { Schedule } from "../schedule.ts"

export interface ScheduleChoice {
  readonly store: string
  /** A workflow that is there already, instead of one that is generated. */
  readonly named?: string | undefined
}

/** The schedule of a seed. */
export function scheduleFor(seed: number, { store, named }: ScheduleChoice): Schedule {
  const random = seeded(seed, "schedule")
  const drivers = 1 + random.below(3)
  const atOnce = 1 + random.below(3)
  const restless = random.pick([0.05, 0.3, 0.7, 1])
  const parts = drawParts(random)
  const hasCeiling = random.chance(0.25)
  const ceiling = random.pick([{ agents: 1 + random.below(6) }, { tokens: 10 + random.below(60) }, { seconds: 1 }])
  const atCeiling = random.chance(0.8) ? "raise" : "stop"
  const isCancelled = random.chance(0.1)
  const cancelAfter = random.below(2000)
  const most = random.chance(0.1) ? 0 : 1 + random.below(8)
  return {
    seed,
    store,
    drivers,
    atOnce,
    restless,
    workflow: named === undefined ? { parts } : { named },
    budget: hasCeiling ? ceiling : undefined,
    atCeiling,
    cancelAfter: isCancelled ? cancelAfter : undefined,
    faults: { most },
  }
}
