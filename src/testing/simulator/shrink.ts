import { printSchedule, type Schedule } from "./schedule.ts"
import { listSmallerSchedules } from "./smaller-schedules.ts"
import type { Played, Theatre } from "./play.ts"
import { simulate } from "./simulate.ts"

/** The search for a smaller one ends after this many turns. */
const MOST_TURNS = 150_000

export interface Shrunk {
  readonly schedule: Schedule
  readonly simulated: Played
}

/** The smallest schedule that still fails: fewer faults, fewer drivers, a smaller workflow. */
export async function shrink(schedule: Schedule, theatre: Theatre = {}): Promise<Shrunk> {
  const first = await simulate(schedule, theatre)
  let smallest: Shrunk = { schedule: { ...schedule, faults: first.faults }, simulated: first }
  let turns = 0
  for (;;) {
    const smaller = await nextSmaller(smallest)
    if (smaller === undefined) return smallest
    smallest = smaller
  }

  async function nextSmaller({ schedule: from }: Shrunk): Promise<Shrunk | undefined> {
    for (const candidate of listSmallerSchedules(from)) {
      if (turns >= MOST_TURNS) return undefined
      const simulated = await simulate(candidate, theatre)
      turns += simulated.trace.length
      if (simulated.broken !== undefined) return { schedule: { ...candidate, faults: simulated.faults }, simulated }
    }
    return undefined
  }
}

/** A failure as shown to a person: what is wrong, the schedule to replay, and what led to it. */
export function describeShrunk({ schedule, simulated }: Shrunk): string {
  const { broken = "nothing", trace } = simulated
  return [
    broken,
    "",
    "The smallest schedule that shows it. To play it again:",
    `SKILLET_SCHEDULE='${printSchedule(schedule)}' npx vitest run --project unit test/simulation.test.ts`,
    "",
    "Its last turns:",
    ...trace.slice(-40),
  ].join("\n")
}
