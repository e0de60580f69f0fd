import { test } from "vitest"
import { expectSound, scheduleOf, seedsEndingIn } from "./simulation/expect-sound.ts"
import { openTheatre } from "./simulation/theatre.ts"

const theatre = openTheatre()

test.skipIf(process.env["SKILLET_SCHEDULE"] !== undefined)(
  "whatever goes wrong, every run ends as it would undisturbed, also on SQLite and with the bundled workflows",
  { timeout: 6 * 3_600_000 },
  async () => {
    for (const seed of seedsEndingIn([0, 5, 8, 9])) await expectSound(scheduleOf(seed, theatre), theatre)
  },
)
