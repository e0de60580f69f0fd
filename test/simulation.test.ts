import { expect, test } from "vitest"
import { memoryRunStore } from "../src/testing/memory-run-store.ts"
import { printSchedule, readSchedule, type Schedule } from "../src/testing/simulator/schedule.ts"
import { drawSchedule } from "../src/testing/simulator/plan/draw-schedule.ts"
import type { Theatre } from "../src/testing/simulator/play.ts"
import { describeShrunk, shrink } from "../src/testing/simulator/shrink.ts"
import { simulate } from "../src/testing/simulator/simulate.ts"
import { expectSound, scheduleOf, seedsEndingIn } from "./simulation/expect-sound.ts"
import { openTheatre } from "./simulation/theatre.ts"
import { describeWith } from "./needs.ts"

/** A schedule that a failure printed, to be played instead of the seeds. */
const printed = process.env["SKILLET_SCHEDULE"]
const noSchedule = { missing: printed === undefined ? undefined : "SKILLET_SCHEDULE is set" }
const theatre = openTheatre()

describeWith(noSchedule, "seeds", () => {
  test("whatever goes wrong, every run ends as it would undisturbed", { timeout: 6 * 3_600_000 }, async () => {
    for (const seed of seedsEndingIn([1, 2, 3, 4, 6, 7])) await expectSound(scheduleOf(seed, theatre), theatre)
  })

  test("the same seed gives the same course twice, on every adapter", async () => {
    for (const seed of [3, 10, 5]) {
      const schedule = scheduleOf(seed, theatre)
      const [first, second] = [await simulate(schedule, theatre), await simulate(schedule, theatre)]
      expect(first.trace.length).toBeGreaterThan(10)
      expect(second).toEqual(first)
    }
  })

  test("a printed schedule with its faults gives the same course again", async () => {
    const schedule = scheduleOf(7, theatre)
    const { faults, trace } = await simulate(schedule, theatre)
    const again = readSchedule(printSchedule({ ...schedule, faults }))
    expect(faults.length).toBeGreaterThan(0)
    expect((await simulate(again, theatre)).trace).toEqual(trace)
  })
})

test("a fault in a store is found, and the printed schedule reproduces it", { timeout: 120_000 }, async () => {
  const forgetful: Theatre = {
    async open(_, now) {
      const made = memoryRunStore({ now })
      const store = { ...made, release: async () => undefined }
      return { store, again: async () => store, close: () => store.close() }
    },
  }
  const schedules = Array.from({ length: 100 }, (_, seed) => drawSchedule(seed, { store: "forgetful" })).filter(
    // Under a token ceiling, dispatches are given back without any fault, so the ceiling belongs to the smallest
    // schedule.
    ({ budget }) => budget?.tokens === undefined,
  )
  const found = await firstBroken(schedules, forgetful)
  const shrunk = await shrink(found, forgetful)
  const again = await simulate(readSchedule(printSchedule(shrunk.schedule)), forgetful)
  expect(again).toEqual(shrunk.simulated)
  expect(again.broken).toContain("was given back, and is not open")
  expect(describeShrunk(shrunk)).toContain(printSchedule(shrunk.schedule))
  expect(shrunk.schedule).toMatchObject({ drivers: 1, budget: undefined, cancelAfter: undefined })
})

async function firstBroken(schedules: readonly Schedule[], on: Theatre): Promise<Schedule> {
  for (const schedule of schedules) if ((await simulate(schedule, on)).broken !== undefined) return schedule
  throw new Error("nothing is found")
}

test.each(printed === undefined ? [] : [printed])(
  "the schedule that was printed holds: %s",
  { timeout: 600_000 },
  async (schedule) => {
    await expectSound(readSchedule(schedule), theatre)
  },
)
