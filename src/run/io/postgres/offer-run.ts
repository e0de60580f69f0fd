import { locateDatabase } from "../../../system/database/locate-database.ts"
import { isPostgresAddress } from "../../../system/database/postgres-address.ts"
import { openBoss } from "../../../system/postgres/open-boss.ts"
import { findRun } from "../../engine.ts"
import type { Runs } from "../open-runs.ts"
import { findProject } from "../../../system/find-project.ts"
import { describeCheckout } from "./describe-checkout.ts"
import { makeNoServerError } from "./make-no-server-error.ts"
import { nameQueue } from "./offers.ts"
import type { PostgresRunStore } from "./open-postgres-run-store.ts"
import { prepareQueue } from "./prepare-queue.ts"

/** Lets the workers of the database work on the tree of a run. Doing it again changes nothing. */
export async function offerRun(
  { engine }: Pick<Runs, "engine">,
  run: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const store = requireSharedStore(engine.store)
  const address = locateDatabase(env)
  const { root } = await findRun(engine, run)
  const top = await findRun(engine, root)
  const { identity, commit } = await describeCheckout(findProject(top.directory ?? top.project), env)
  const queue = nameQueue(identity)
  if (isPostgresAddress(address)) {
    const boss = await openBoss({ address, maintains: false, onProblem: () => undefined })
    try {
      await prepareQueue(boss, queue)
    } finally {
      await boss.stop({ graceful: false })
    }
  }
  await store.offer({ id: root, queue, commit })
}

/** Workers of other machines need a database that they can reach. */
export function requireSharedStore(store: object): PostgresRunStore {
  if ("offer" in store) return store as PostgresRunStore
  throw makeNoServerError()
}
