import { SkilletError } from "../../problem/failure.ts"
import { keepDefinitions, openDefinitions } from "../../run/engine.ts"
import { openRuns } from "../../run/io/open-runs.ts"
import { readArtifactDigest, REFERRED } from "../../run/io/store/prune-runs.ts"
import { verifyRun } from "../../run/verify-run.ts"
import { keepScheduleSecret } from "../../schedule/io/read-here.ts"
import type { Schedule } from "../../schedule/schedule.ts"
import { sealSchedule } from "../../schedule/start-place.ts"
import { decodeText } from "../../system/database/decode-cells.ts"
import type { Database } from "../../system/database/open-database.ts"
import { isPostgresAddress } from "../../system/database/postgres-address.ts"
import { allTables, listTableNames, openWholeDatabase, type WholeDatabase } from "./open-whole-database.ts"

export interface MovedDatabase {
  readonly from: string
  readonly to: string
  /** How many rows each table has now. */
  readonly rows: Readonly<Record<string, number>>
  /** Large texts. */
  readonly texts: number
  /** Dispatches and due times that somebody was working on: they are open again. */
  readonly givenBack: number
  readonly runs: number
  /** The runs that cannot be verified, on both sides. */
  readonly unverified: readonly string[]
}

export interface MoveOptions {
  readonly from: string
  readonly to: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Copies everything from one database to another, which must be empty, and verifies every run on both sides.
 *
 * 1. Nothing is written to the first one meanwhile, and nothing in it changes.
 * 2. The second one gets all rows in one transaction, or none. Large texts are stored before it; alone they mean nothing.
 * 3. A run that can be verified on one side only is an error, and the second database is left for inspection.
 */
export async function moveDatabase({ from, to, env }: MoveOptions): Promise<MovedDatabase> {
  const source = await openWholeDatabase(from)
  try {
    const target = await openWholeDatabase(to)
    try {
      // What is in a file was added on this machine.
      const secret = isPostgresAddress(to) && !isPostgresAddress(from) ? keepScheduleSecret(env) : undefined
      const copied = source.database.transaction(() => ({ result: copyAll(source, target, secret), keep: false }))
      const verified = await compareRuns(from, to)
      return { from: source.database.file, to: target.database.file, ...copied, ...verified }
    } finally {
      target.database.close()
    }
  } finally {
    source.database.close()
  }
}

function copyAll(
  source: WholeDatabase,
  target: WholeDatabase,
  secret: string | undefined,
): Pick<MovedDatabase, "rows" | "texts" | "givenBack"> {
  const tables = allTables.flatMap(listTableNames)
  const digests = new Set(source.database.all(REFERRED).flatMap(([cell]) => readArtifactDigest(cell)))
  // Stored before what refers to them.
  for (const digest of digests) target.artifacts.keep(source.artifacts.text({ kind: "artifact", digest }))
  return target.database.transaction(() => {
    requireEmpty(target.database, tables)
    const rows = Object.fromEntries(tables.map((table) => [table, copyTable(source.database, target.database, table)]))
    target.database.layout.resumeNumbers()
    if (secret !== undefined) sealSchedules(target.database, secret)
    return { result: { rows, texts: digests.size, givenBack: giveBack(target.database) }, keep: true }
  })
}

function requireEmpty(database: Database, tables: readonly string[]): void {
  const full = tables.find((table) => database.first(`SELECT 1 FROM ${table} LIMIT 1`) !== undefined)
  if (full === undefined) return
  throw new SkilletError("store.not-empty", `${database.file} is not empty: it has ${full}`, {
    retry: "no",
    next: "move to a new file, or to a schema that nobody uses: postgres://…?schema=NAME",
  })
}

/** How many rows are on their way to a server at the same time. */
const BATCH = 500

function copyTable(source: Database, target: Database, table: string): number {
  const columns = source.layout.listColumns(table)
  const insert = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`
  let count = 0
  for (const cells of source.layout.readAll(table, columns)) {
    count++
    if (count % BATCH === 0) target.write(insert, cells)
    else target.put(insert, cells)
  }
  return count
}

const LEASED = `UPDATE items SET status = 'open', worker = NULL, boot = NULL, until = NULL, lasts = NULL
  WHERE worker IS NOT NULL AND status = 'leased'`
const DELAYED = "UPDATE items SET boot = NULL, until = NULL, lasts = NULL WHERE worker IS NULL AND until IS NOT NULL"
const DUES = "UPDATE dues SET worker = NULL, boot = NULL, until = NULL, lasts = NULL WHERE worker IS NOT NULL"

/** Leases are times of another clock. A worker that still has one can no longer answer: the next claim has a new epoch. */
function giveBack(database: Database): number {
  database.write(DELAYED)
  return database.write(LEASED) + database.write(DUES)
}

/** Machines that share a server start agents only for the schedules that were added on them. */
function sealSchedules(database: Database, secret: string): void {
  for (const [doc] of database.all("SELECT CAST(doc AS BLOB) FROM schedules")) {
    const schedule = JSON.parse(decodeText(doc ?? null)) as Schedule
    const sealed = { ...schedule, seal: sealSchedule(secret, schedule) }
    database.write("UPDATE schedules SET doc = ? WHERE id = ?", [JSON.stringify(sealed), schedule.id])
  }
}

async function compareRuns(from: string, to: string): Promise<Pick<MovedDatabase, "runs" | "unverified">> {
  const [here, there] = [await verifyAll(from), await verifyAll(to)]
  const different = [...here].filter(([id, holds]) => there.get(id) !== holds).map(([id]) => id)
  if (different.length > 0 || here.size !== there.size)
    throw new SkilletError("store.move-failed", `after the move these runs differ: ${different.join(", ") || "some"}`, {
      retry: "no",
      next: "go on with the first database, which was not changed, and please report this as a bug",
    })
  return { runs: here.size, unverified: [...here].filter(([, holds]) => !holds).map(([id]) => id) }
}

/** Whether each run can be verified. */
async function verifyAll(where: string): Promise<ReadonlyMap<string, boolean>> {
  const { engine, close } = await openRuns({ env: { ...process.env, SKILLET_DB: where } })
  try {
    const reading = keepDefinitions({ ...engine, definitions: openDefinitions(engine.store) })
    const verified = new Map<string, boolean>()
    for (const { id } of await engine.store.runs()) verified.set(id, (await verifyRun(reading, id)).holds)
    return verified
  } finally {
    await close()
  }
}
