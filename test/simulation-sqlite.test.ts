import { expect, test } from "vitest"
import { drawSchedule } from "../src/testing/simulator/plan/draw-schedule.ts"
import { expectSound, scheduleOf, seedsEndingIn } from "./simulation/expect-sound.ts"
import { describeWith } from "./needs.ts"
import { openTheatre } from "./simulation/theatre.ts"

const theatre = openTheatre()

const noSchedule = { missing: process.env["SKILLET_SCHEDULE"] === undefined ? undefined : "SKILLET_SCHEDULE is set" }

describeWith(noSchedule, "seeds", () => {
  test("whatever goes wrong, every run ends as it would undisturbed, also on SQLite and with the bundled workflows", {
    timeout: 6 * 3_600_000,
  }, async () => {
    for (const seed of seedsEndingIn([0, 5, 8, 9])) await expectSound(scheduleOf(seed, theatre), theatre)
  })
})

test("composite skills are played to their end too, on both adapters", { timeout: 600_000 }, async () => {
  const composites = [...(theatre.workflows?.values() ?? [])]
    .map(({ workflow }) => workflow)
    .filter(({ steps }) => steps[0]?.reportedBy !== undefined)
  expect(composites).toHaveLength(4)
  for (const [at, { name: named }] of composites.entries())
    for (const seed of [2, 3, 4, 7])
      await expectSound(drawSchedule(seed, { store: (seed + at) % 2 === 0 ? "sqlite" : "memory", named }), theatre)
})
