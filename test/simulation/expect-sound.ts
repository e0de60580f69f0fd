import type { Schedule } from "../../src/testing/simulator/plan/schedule.ts"
import { scheduleFor } from "../../src/testing/simulator/plan/schedule-for.ts"
import type { Theatre } from "../../src/testing/simulator/play.ts"
import { describeShrunk, shrink } from "../../src/testing/simulator/shrink.ts"
import { simulate } from "../../src/testing/simulator/simulate.ts"

const first = Number(process.env["SKILLET_FIRST_SEED"] ?? 1)
const most = Number(process.env["SKILLET_SEEDS"] ?? 2000)

/** The seeds of a run whose remainder by eight is one of these. */
export function seedsWith(remainders: readonly number[]): readonly number[] {
  return Array.from({ length: most }, (_, at) => first + at).filter((seed) => remainders.includes(seed % 8))
}

/** Most seeds play on the memory adapter, every eighth on SQLite; every fortieth plays a bundled workflow. */
export function scheduleOf(seed: number, { workflows }: Theatre): Schedule {
  const names = [...(workflows?.keys() ?? [])]
  const named = seed % 40 === 20 ? names[Math.floor(seed / 40) % names.length] : undefined
  return scheduleFor(seed, { store: seed % 8 === 0 ? "sqlite" : "memory", named })
}

/** Fails with the smallest schedule that can be found. */
export async function expectSound(schedule: Schedule, theatre: Theatre): Promise<void> {
  const { broken } = await simulate(schedule, theatre)
  if (broken === undefined) return
  throw new Error(`seed ${schedule.seed}: ${describeShrunk(await shrink(schedule, theatre))}`)
}
