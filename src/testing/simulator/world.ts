import type { Engine } from "../../run/engine.ts"
import type { Built } from "./plan/build-workflow.ts"
import type { Schedule } from "./schedule.ts"
import type { Random } from "./random.ts"
import type { PortPassage } from "./act-through.ts"
import type { Life } from "./life.ts"
import type { SimulatedStore } from "./committed-rows.ts"

/** The run at the top of every simulation. */
export const ROOT = "r"

/** What all actors of a simulation share. */
export interface World extends PortPassage {
  readonly schedule: Schedule
  readonly built: Built
  /** Without scheduling points and faults: for reading only. */
  readonly store: SimulatedStore
  /** How long actors take. */
  readonly pace: Random
  /** A separate store and engine for one life: whatever they have in memory ends with it. */
  engineFor(life: Life): Promise<{ readonly engine: Engine; readonly store: SimulatedStore }>
  /** When something was committed last. */
  lastCommit(): number
  broken(message: string): void
}
