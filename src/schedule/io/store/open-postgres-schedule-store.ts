import { runTables } from "../../../run/io/store/run-tables.ts"
import { openPostgresTables } from "../../../system/postgres/open-postgres-tables.ts"
import type { PostgresOptions } from "../../../system/postgres/open-postgres.ts"
import { openServerClock } from "../../../system/postgres/server-clock.ts"
import type { ScheduleStore } from "../../store.ts"
import { assembleScheduleStore, type ScheduleStoreOptions } from "./open-schedule-store.ts"
import { scheduleTables } from "./schedule-tables.ts"

export interface PostgresScheduleStoreOptions
  extends Pick<ScheduleStoreOptions, "fail" | "leaseClock">,
    Pick<PostgresOptions, "address" | "thread"> {}

export interface PostgresScheduleStore extends ScheduleStore {
  /** The time of the server, in milliseconds: what is due is the same for all machines, whatever their clocks say. */
  readClock(): number
}

/** Schedules in the same schema as runs. Their transactions exclude each other, as in a file. */
export function openPostgresScheduleStore(options: PostgresScheduleStoreOptions): PostgresScheduleStore {
  const { address, thread, fail } = options
  const database = openPostgresTables({ address, thread, subject: "schedules" }, [runTables, scheduleTables])
  const clock = options.leaseClock ?? openServerClock(database)
  return { ...assembleScheduleStore(database, { fail, leaseClock: clock }), readClock: () => clock.now() }
}
