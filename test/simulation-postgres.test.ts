import { afterAll, expect, test } from "vitest"
import { openPostgresRunStore } from "../src/run/io/postgres/open-postgres-run-store.ts"
import { drawSchedule } from "../src/testing/simulator/plan/draw-schedule.ts"
import type { Theatre } from "../src/testing/simulator/play.ts"
import { simulate } from "../src/testing/simulator/simulate.ts"
import { describeWith } from "./needs.ts"
import { builtThread as thread } from "./postgres/build-postgres-thread.ts"
import { startPostgres } from "./postgres/start-postgres.ts"
import { expectSound, seedsEndingIn } from "./simulation/expect-sound.ts"

const server = await startPostgres()
afterAll(() => server.close())

/** A schema of its own for each schedule, and two connections to it, as two machines have them. */
const theatre: Theatre = {
  async open(_, now) {
    const address = server.address()
    const connect = () => openPostgresRunStore({ address, thread, leaseClock: { boot: "simulated", now } })
    const [store, other] = [connect(), connect()]
    return {
      store,
      again: async () => other,
      async close() {
        await other.close()
        await store.close()
      },
    }
  },
}

/** Two of the seeds that `npm test` plays; `npm run test:long` plays a thousand. */
const seeds = seedsEndingIn([0]).filter((seed) => seed % 100 === 0)

describeWith(server, "the simulator on a server", () => {
  test("whatever goes wrong, every run ends as it would undisturbed", { timeout: 6 * 3_600_000 }, async () => {
    expect(seeds.length).toBeGreaterThan(0)
    for (const seed of seeds) await expectSound(drawSchedule(seed, { store: "postgres" }), theatre)
  })

  test("a queue that forgets what is given back is found", { timeout: 600_000 }, async () => {
    const forgetful: Theatre = {
      async open(store, now) {
        const opened = await theatre.open!(store, now)
        const forget = { release: async () => undefined }
        const other = { ...(await opened.again()), ...forget }
        return { ...opened, store: { ...opened.store, ...forget }, again: async () => other }
      },
    }
    const broken: (string | undefined)[] = []
    for (let seed = 0; seed < 20 && !broken.some(Boolean); seed++)
      broken.push((await simulate(drawSchedule(seed, { store: "postgres" }), forgetful)).broken)
    expect(broken.some(Boolean)).toBe(true)
  })
})
