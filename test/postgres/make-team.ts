import { onTestFinished } from "vitest"
import { grantRoles } from "../../src/doctor/io/grant-roles.ts"
import { type Engine, openDefinitions } from "../../src/run/engine.ts"
import { nameQueue } from "../../src/run/io/postgres/offers.ts"
import { openPostgresRunStore, type PostgresRunStore } from "../../src/run/io/postgres/open-postgres-run-store.ts"
import { prepareQueue } from "../../src/run/io/postgres/prepare-queue.ts"
import { openPostgresScheduleStore } from "../../src/schedule/io/store/open-postgres-schedule-store.ts"
import { openBoss } from "../../src/system/postgres/open-boss.ts"
import { openPostgres, type Postgres } from "../../src/system/postgres/open-postgres.ts"
import { openTaskTables } from "../../src/tasks/io/store/open-wake-store.ts"
import { builtThread as thread } from "./build-postgres-thread.ts"
import type { TestPostgres } from "./start-postgres.ts"

/** A schema of a team with all tables and the queue, and its roles: one of a user, one of a worker. */
export async function makeTeam(server: TestPostgres, schema: string): Promise<void> {
  const address = server.address({ schema })
  const [store, schedules] = [openPostgresRunStore({ address, thread }), openPostgresScheduleStore({ address, thread })]
  ;(await openTaskTables(address, 5000, thread)).close()
  const boss = await openBoss({ address, maintains: false, onProblem: () => undefined })
  await prepareQueue(boss, nameQueue("/project"))
  await boss.stop({ graceful: false })
  await schedules.close()
  await store.close()
  const admin = openPostgres({ address, thread, subject: "test" })
  for (const role of [`${schema}_user`, `${schema}_worker`]) admin.exec(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`)
  admin.close()
  grantRoles(
    address,
    [
      { kind: "user", role: `${schema}_user` },
      { kind: "worker", role: `${schema}_worker` },
    ],
    thread,
  )
}

/** The runs of a team, with one of its roles. */
export function openAs(
  server: TestPostgres,
  schema: string,
  kind: "user" | "worker",
): { readonly engine: Engine; readonly store: PostgresRunStore } {
  const store = openPostgresRunStore({ address: server.address({ schema, user: `${schema}_${kind}` }), thread })
  onTestFinished(() => store.close())
  return { store, engine: { store, now: () => store.readClock(), definitions: openDefinitions(store) } }
}

/** For statements of one's own. */
export function openSql(server: TestPostgres, schema: string, user: string): Postgres {
  const database = openPostgres({ address: server.address({ schema, user }), thread, subject: "test" })
  onTestFinished(() => database.close())
  return database
}
