import { decodeText } from "../../../system/database/decode-cells.ts"
import { openBoss } from "../../../system/postgres/open-boss.ts"
import { openPostgres } from "../../../system/postgres/open-postgres.ts"
import { nameQueueSchema } from "../../../system/postgres/queue-schema.ts"
import { isDeadQueue, readDispatchKey } from "./offers.ts"

const HAS_QUEUE = "SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'job'"
const EXISTING = "SELECT id FROM runs WHERE id IN (SELECT json_array_elements_text(CAST($1 AS json)))"

export interface PrunedMessages {
  readonly address: string
  readonly isDryRun: boolean
  readonly thread?: URL | undefined
}

/** Removes the dead messages of runs that do not exist any more: nobody can retry them. Returns how many. */
export async function pruneMessages({ address, isDryRun, thread }: PrunedMessages): Promise<number> {
  const database = openPostgres({ address, thread, subject: "check" })
  try {
    const { schema } = database.address
    if (database.ask(HAS_QUEUE, [nameQueueSchema(schema)]).length === 0) return 0
    const boss = await openBoss({ address, maintains: false, onProblem: () => undefined })
    try {
      let count = 0
      for (const { name } of (await boss.getQueues()).filter((one) => isDeadQueue(one.name))) {
        const dead = await boss.findJobs(name, { queued: true })
        const findRun = ({ data }: { readonly data: unknown }) => readDispatchKey(data)?.run ?? ""
        const runs = JSON.stringify([...new Set(dead.map(findRun))])
        const existing = new Set(database.ask(EXISTING, [runs]).map(([id]) => decodeText(id ?? null)))
        const left = dead.filter((one) => !existing.has(findRun(one))).map(({ id }) => id)
        if (left.length > 0 && !isDryRun) await boss.deleteJob(name, left)
        count += left.length
      }
      return count
    } finally {
      await boss.stop({ graceful: false })
    }
  } finally {
    database.close()
  }
}
