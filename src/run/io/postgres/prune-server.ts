import { planPrune, type PrunePlan } from "../../history/plan-prune.ts"
import type { Run, RunStart } from "../../model.ts"
import { decodeText, type ReadCell } from "../../../system/database/decode-cells.ts"
import type { Database } from "../../../system/database/open-database.ts"
import { openPostgres, type Postgres } from "../../../system/postgres/open-postgres.ts"
import { readArtifactBody } from "../store/artifacts.ts"
import { RECENT } from "../store/prune-runs.ts"
import { openRowArtifacts } from "./row-artifacts.ts"

/** A run, as far as deciding whether it may be removed needs it. */
export type PrunedRun = Pick<Run, "id" | "root" | "status" | "updated" | "source" | "directory">

export interface ServerPruneOptions {
  readonly address: string
  /** Runs that ended before this moment of the server's clock. */
  readonly before: number
  readonly now: number
  readonly isDryRun: boolean
  /** The runs that others need, read in each transaction that removes some. */
  readonly readNamed: (database: Database) => ReadonlySet<string>
  readonly thread?: URL | undefined
}

export interface ServerPruned extends PrunePlan {
  /** Those that were removed. */
  readonly runs: readonly PrunedRun[]
  readonly bytes: number
}

interface KnownRun extends PrunedRun {
  readonly number: number
  readonly items: number
}

/** One transaction removes at most this many runs, and this many dispatches if they are not of one tree. */
const MOST_RUNS = 500
const MOST_ITEMS = 5000

/**
 * Removes from a server what `planPrune` allows, in bounded batches, while others work.
 *
 * 1. Runs are read before, without keeping anybody waiting. Nothing that ended begins again, so only what began later is
 *    read in the transaction of a batch, together with the tasks; nobody else commits meanwhile, and it is decided again.
 * 2. The newest trees go first: a run that uses the answers of another one is never left without it.
 * 3. A batch that fails leaves what the batches before it did.
 */
export function pruneServer(options: ServerPruneOptions): ServerPruned {
  const { address, before, now, isDryRun, readNamed, thread } = options
  const database = openPostgres({ address, thread, subject: ["runs", "tasks"] })
  try {
    let known = readKnown(database)
    const decide = (): PrunePlan => {
      const named = readNamed(database)
      return planPrune(known, before, (id) => named.has(id))
    }
    if (isDryRun) return pickRuns(known, database.moment(decide))
    const removed: KnownRun[] = []
    let bytes = 0
    for (;;) {
      const batch = database.transaction(() => {
        known = [...known, ...readPage(database, { after: known.at(-1)?.number ?? 0 })]
        const plan = decide()
        const chosen = chooseBatch(known, plan)
        bytes += chosen.length === 0 ? 0 : removeRuns(database, chosen)
        return { result: { chosen, plan }, keep: true }
      })
      removed.push(...batch.chosen)
      const gone = new Set(batch.chosen.map(({ number }) => number))
      known = known.filter(({ number }) => !gone.has(number))
      if (gone.size > 0) continue
      if (removed.length > 0) bytes += removeTexts(database, now - RECENT)
      removeAsks(database, before, now)
      return { ...pickRuns(removed, { ...batch.plan, remove: removed.map(({ id }) => id) }), bytes }
    }
  } finally {
    database.close()
  }
}

function pickRuns(known: readonly KnownRun[], plan: PrunePlan): ServerPruned {
  const wanted = new Set(plan.remove)
  return { ...plan, runs: known.filter(({ id }) => wanted.has(id)), bytes: 0 }
}

const PAGE = 1000
const RUNS = `SELECT runs.number, runs.id, tops.id, runs.status, CAST(json_path(runs.head, 'updated') AS bigint), runs.items, starts.start
  FROM runs JOIN runs AS tops ON tops.number = runs.root LEFT JOIN starts ON starts.run = runs.number
  WHERE runs.number > $1 AND runs.number <= coalesce($2, runs.number) ORDER BY runs.number LIMIT $3`

/** All runs but those that a commit is writing right now: their numbers were given out before, and are waited for. */
function readKnown(database: Postgres): readonly KnownRun[] {
  const last = database.transaction(() => ({
    result: Number(database.ask("SELECT coalesce(max(number), 0) FROM runs")[0]?.[0]),
    keep: false,
  }))
  const known: KnownRun[] = []
  for (;;) {
    const page = readPage(database, { after: known.at(-1)?.number ?? 0, upTo: last, most: PAGE })
    known.push(...page)
    if (page.length < PAGE) return known
  }
}

interface Page {
  readonly after: number
  readonly upTo?: number
  readonly most?: number
}

function readPage(database: Postgres, { after, upTo, most }: Page): readonly KnownRun[] {
  const artifacts = openRowArtifacts(database)
  return database.ask(RUNS, [after, upTo ?? null, most ?? null]).map((cells) => {
    const [number, id, root, status, updated, items, start] = cells
    const body = readArtifactBody(start)
    const begun = body && (JSON.parse(artifacts.text(body)) as RunStart)
    return {
      number: Number(number),
      id: decodeText(id),
      root: decodeText(root),
      status: decodeText(status) as Run["status"],
      updated: Number(updated),
      items: Number(items),
      source: begun?.source,
      directory: begun?.directory,
    }
  })
}

/** Whole trees, the newest first. */
function chooseBatch(known: readonly KnownRun[], { remove }: PrunePlan): readonly KnownRun[] {
  const wanted = new Set(remove)
  const trees = new Map<string, KnownRun[]>()
  for (const run of known) if (wanted.has(run.id)) trees.set(run.root, [...(trees.get(run.root) ?? []), run])
  const chosen: KnownRun[] = []
  let items = 0
  for (const tree of [...trees.values()].toReversed()) {
    items += tree.reduce((sum, run) => sum + run.items, 0)
    if (chosen.length > 0 && (chosen.length + tree.length > MOST_RUNS || items > MOST_ITEMS)) break
    chosen.push(...tree)
  }
  return chosen
}

const NUMBERS = "(SELECT CAST(value AS bigint) FROM json_array_elements_text(CAST($1 AS json)) AS given (value))"
const tables: readonly (readonly [table: string, column: string, texts: readonly string[]])[] = [
  ["items", "run", ["request", "answer", "text"]],
  ["records", "run", ["events"]],
  ["starts", "run", ["start"]],
  ["offers", "root", []],
  ["runs", "number", ["head"]],
]

/** Returns how many bytes their texts took. */
function removeRuns(database: Postgres, runs: readonly KnownRun[]): number {
  const numbers = JSON.stringify(runs.map(({ number }) => number))
  return tables.reduce((sum, [table, column, texts]) => {
    const rows = `DELETE FROM ${table} WHERE ${column} IN ${NUMBERS}`
    return sum + removeRows(database, { rows, texts, values: [numbers] })
  }, 0)
}

interface Removal {
  readonly rows: string
  readonly texts: readonly string[]
  readonly values: readonly (string | number)[]
}

function removeRows(database: Postgres, { rows, texts, values }: Removal): number {
  const size = texts.map((text) => `coalesce(pg_column_size(${text}), 0)`).join(" + ") || "0"
  const sql = `WITH gone AS (${rows} RETURNING ${size} AS size) SELECT coalesce(sum(size), 0) FROM gone`
  return Number(database.ask(sql, values)[0]?.[0])
}

/** What a cell has instead of a large text: a mark for bytes, the tag of a digest, and the digest. */
const REFERENCE = "U&'\\FFFEb01'"
const cells = [
  ["items", "request"],
  ["items", "text"],
  ["starts", "start"],
  ["definitions", "json"],
] as const
/** The length is known without reading a text. */
const REFERRED = cells
  .map(
    ([table, column]) =>
      `SELECT right(${column}, 64) FROM ${table} WHERE octet_length(${column}) = 70 AND starts_with(${column}, ${REFERENCE})`,
  )
  .join(" UNION ALL ")
const UNUSED = `SELECT digest FROM artifacts WHERE used < $1 EXCEPT (${REFERRED})`
const DIGESTS = "(SELECT value FROM json_array_elements_text(CAST($1 AS json)) AS given (value))"

/** Large texts that nothing refers to and nobody used lately. Returns how many bytes they took. */
function removeTexts(database: Postgres, before: number): number {
  const unused = database.ask(UNUSED, [before]).map(([digest]) => decodeText(digest as ReadCell))
  let bytes = 0
  for (let at = 0; at < unused.length; at += MOST_RUNS) {
    const digests = JSON.stringify(unused.slice(at, at + MOST_RUNS))
    const rows = `DELETE FROM artifacts WHERE digest IN ${DIGESTS} AND used < $2`
    bytes += removeRows(database, { rows, texts: ["body"], values: [digests, before] })
  }
  return bytes
}

/** The limits of drivers look back a day at most. */
const ASKS_LAST = 2 * 24 * 60 * 60 * 1000

function removeAsks(database: Postgres, before: number, now: number): void {
  database.ask("DELETE FROM asks WHERE coalesce(ended, seen) < $1", [Math.min(before, now - ASKS_LAST)])
}
