import { openRandom } from "../../src/testing/simulator/random.ts"
import { type Decisions, decisions as real } from "./fleet-decisions.ts"
import type { FleetPlan } from "./fleet-plan.ts"
import type { ServerCosts } from "./server-model.ts"

/** About what was measured; `bench/scale/costs.json` has the numbers. */
export const COSTS: ServerCosts = {
  connection: 2,
  trip: 0.03,
  emptyFetch: 0.2,
  fullFetch: 0.4,
  dispatch: 2.5,
  nextStep: 0.4,
  renew: 0.04,
  sweep: 0.1,
  look: 0.15,
  lookPerWorker: 0.002,
  lookPerPair: 0,
  notifyPerListener: 0.02,
  ledgerEntry: 0.6,
  ledgerRead: 0.1,
  ledgerPerRow: 0.0005,
  idleSecond: 0.2,
}

/** A few workers and some runs, with everything going wrong that can. The same seed always draws the same. */
export function drawFleet(seed: number, decisions: Decisions = real): FleetPlan {
  const random = openRandom(seed, "plan")
  if (random.chance(0.1)) return drawLongRuns(seed, decisions)
  const workers = 3 + random.below(20)
  const isLimited = random.chance(0.4)
  const at = () => 2000 + random.below(20_000)
  const some = <One>(most: number, make: () => One) => Array.from({ length: random.below(most + 1) }, make)
  return {
    ...makeFleet(seed, decisions),
    workers,
    concurrency: 1 + random.below(4),
    runs: [
      { at: 1000, count: 1, dispatches: 20 + random.below(100), steps: 1 },
      { at: 1500 + random.below(2000), count: 1 + random.below(6), dispatches: 1 + random.below(5), steps: 1 },
      { at: at(), count: 1 + random.below(4), dispatches: 1, steps: 2 + random.below(8) },
    ],
    agent: random.chance(0.2) ? { shortest: 1, longest: 50 } : { shortest: 200, longest: 200 + random.below(5000) },
    limit: isLimited ? 2 + random.below(12) : undefined,
    failing: random.chance(0.3) ? 0.1 : 0,
    startsWithin: random.chance(0.5) ? 0 : 1000,
    // One worker stays, whatever happens.
    kills: some(3, () => ({ at: at(), worker: 1 + random.below(workers - 1) })),
    hangs: isLimited ? [] : some(1, () => ({ at: at(), worker: 1 + random.below(workers - 1), lasts: 60_000 })),
    restarts: some(1, () => ({ at: at(), lasts: 500 + random.below(4000) })),
  }
}

/** Few workers, and more runs of many steps than they can follow at once. */
function drawLongRuns(seed: number, decisions: Decisions): FleetPlan {
  const random = openRandom(seed, "long")
  return {
    ...makeFleet(seed, decisions),
    workers: 1 + random.below(3),
    concurrency: 1,
    runs: [{ at: 1000, count: 12, dispatches: 1, steps: 30 }],
    agent: { shortest: 300, longest: 300 + random.below(1000) },
  }
}

/** Many workers that have little to do. */
export function makeIdleFleet(seed: number, decisions: Decisions): FleetPlan {
  return {
    ...makeFleet(seed, decisions),
    workers: 300,
    concurrency: 4,
    runs: [{ at: 20_000, count: 20, dispatches: 1, steps: 1 }],
    agent: { shortest: 1000, longest: 2000 },
  }
}

/** Many workers for an agent that few may ask. */
export function makeLimitedFleet(seed: number, decisions: Decisions): FleetPlan {
  return {
    ...makeIdleFleet(seed, decisions),
    workers: 100,
    runs: [{ at: 20_000, count: 2, dispatches: 100, steps: 1 }],
    limit: 5,
  }
}

function makeFleet(seed: number, decisions: Decisions): Omit<FleetPlan, "workers" | "concurrency" | "runs" | "agent"> {
  return {
    seed,
    failing: 0,
    startsWithin: 1000,
    lease: 30_000,
    kills: [],
    hangs: [],
    restarts: [],
    server: { costs: COSTS, cores: 2, connections: 2000, trip: 0.5, patience: 10_000 },
    connections: 3,
    decisions,
    until: 600_000,
  }
}
