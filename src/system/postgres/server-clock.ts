import type { LeaseClock } from "../database/machine-clock.ts"
import type { Postgres } from "./open-postgres.ts"

/** How long the difference between the two clocks is taken to be the same. */
const REFRESH = 30_000

const NOW = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"

/** The time of the server, which is the same for all workers whatever their own clocks say. */
export function openServerClock(database: Pick<Postgres, "ask">): LeaseClock {
  let known: { readonly at: number; readonly server: number } | undefined
  return {
    boot: "server",
    // Process numbers mean nothing on another machine.
    isGone: () => false,
    now() {
      const here = performance.now()
      if (known === undefined || here - known.at > REFRESH) {
        const server = Number(database.ask(NOW)[0]?.[0])
        known = { at: performance.now(), server }
      }
      return Math.round(known.server + performance.now() - known.at)
    },
  }
}
