import { HEAD_COLUMNS, readHead, type RowTools, checksumRow } from "./rows.ts"
import type { DispatchQueue, RunStore } from "../../store.ts"
import { openItemQueue } from "./claim-items.ts"
import { type CommitTools, commitRuns } from "./commit-runs.ts"
import { readFailpoint } from "../../../system/database/failpoint.ts"
import { type Database, openDatabase } from "../../../system/database/open-database.ts"
import { damagedError, toAsyncPort, translateErrors } from "../../../system/database/store-failure.ts"
import { type Artifacts, openArtifacts, toBodyMark, readArtifactBody } from "./artifacts.ts"
import { openCommitMark } from "./commit-mark.ts"
import { type LeaseClock, openMachineClock } from "../../../system/database/machine-clock.ts"
import { loadRun } from "./load-run.ts"
import { migrate } from "../../../system/database/migrate.ts"
import { openHistoryReaders } from "./read-history.ts"
import { runTables } from "./run-tables.ts"
import { castToBytes, decodeText, type Synchronous } from "../../../system/database/decode-cells.ts"

export interface RunStoreOptions {
  readonly file: string
  /** How long to wait for another process that is writing (default 5 s). */
  readonly busyMilliseconds?: number
  readonly leaseClock?: LeaseClock
  /** Called when the queue did not match the requests and was corrected. */
  readonly onRepair?: (repairs: readonly QueueRepair[]) => void
}

/**
 * Runs in one SQLite file, for any number of processes of one machine.
 *
 * 1. Every write is one transaction, synchronous from begin to end, and on disk when it returns.
 * 2. A head, a request or an answer that differs from what was written, or is missing although the head counts it, is
 *    `store.damaged`.
 * 3. The queue is an index of the items. If it disagrees with them, opening the file corrects it.
 */
export function openRunStore(options: RunStoreOptions): RunStore {
  const { file } = options
  const database = openDatabase(file, options.busyMilliseconds ?? 5000)
  const mark = openCommitMark(database)
  migrate(database, runTables)
  const artifacts = openArtifacts(file)
  const repairs = translateErrors(file, () => repairQueue({ file, database, artifacts }))
  if (repairs.length > 0) options.onRepair?.(repairs)
  const tools = {
    file,
    database,
    artifacts,
    known: new Map(),
    clock: options.leaseClock ?? openMachineClock(),
    fail: readFailpoint(process.env["SKILLET_FAILPOINT"]),
    committed: mark.committed,
  }
  return toAsyncPort<RunStore>(file, {
    ...assembleStore(tools),
    ...openItemQueue(tools),
    close() {
      mark.close()
      database.close()
    },
  })
}

/** What every database has in common: all but the queue. */
export function assembleStore(tools: CommitTools): Synchronous<Omit<RunStore, keyof DispatchQueue | "close">> {
  return {
    ...openHistoryReaders(tools),
    load: (wanted) => loadRun(tools, wanted),
    commit: (commit) => commitRuns(tools, commit),
    definition: (hash) => readDefinition(tools.database, tools.artifacts, hash),
  }
}

const DEFINITION = `SELECT ${castToBytes("json")}, sum FROM definitions WHERE hash = ?`

function readDefinition(database: Database, artifacts: Artifacts, hash: string): string | undefined {
  const [json, sum] = database.first(DEFINITION, [hash]) ?? []
  const body = readArtifactBody(json)
  if (body === undefined) return undefined
  if (checksumRow(hash, toBodyMark(body)) !== sum)
    throw damagedError(database.file, `definition ${hash.slice(0, 12)} is missing`)
  return artifacts.text(body)
}

const AT_HERE = `items.step = ${headField("step")} AND items.round = ${headField("round")}`
const CLAIMABLE = "items.claimable = 1 AND items.status IN ('open', 'leased')"
const KEY = `${castToBytes("runs.id")}, ${castToBytes("items.step")}, items.round, ${castToBytes("items.item")}, runs.number`
const MISSING = `SELECT ${KEY} FROM runs JOIN items ON items.run = runs.number AND ${AT_HERE}
  WHERE runs.status = 'running' AND ${CLAIMABLE} AND items.place IS NULL ORDER BY runs.number, items.made`
const EXTRA = `SELECT ${KEY} FROM items JOIN runs ON runs.number = items.run
  WHERE items.place IS NOT NULL AND NOT (runs.status = 'running' AND ${AT_HERE} AND ${CLAIMABLE})`
const HEAD = `SELECT ${HEAD_COLUMNS} FROM runs WHERE number = ?`
const ADD = `UPDATE items SET place = (SELECT coalesce(max(place), 0) + 1 FROM items WHERE place IS NOT NULL)
  WHERE run = ? AND step = ? AND round = ? AND item = ?`
const REMOVE = "UPDATE items SET place = NULL, worker = NULL WHERE run = ? AND step = ? AND round = ? AND item = ?"

/** Nothing if the head is damaged: one such run must not prevent opening the others. */
function headField(name: "step" | "round"): string {
  return `iif(json_valid(runs.head), json_extract(runs.head, '$.${name}'), NULL)`
}

interface QueueRepair {
  /** `run/step/round/item`. */
  readonly key: string
  readonly what: "added" | "removed"
}

/** Makes the queue match the items: it contains exactly what may be claimed. Returns what it changed. */
function repairQueue(tools: RowTools & { readonly database: Database }): readonly QueueRepair[] {
  const { database } = tools
  if (database.first(`${MISSING} LIMIT 1`) === undefined && database.first(`${EXTRA} LIMIT 1`) === undefined) return []
  return database.transaction(() => {
    const added = repaired(tools, MISSING, { with: ADD, what: "added" })
    const removed = repaired(tools, EXTRA, { with: REMOVE, what: "removed" })
    return { result: [...added, ...removed], keep: true }
  })
}

function repaired(
  tools: RowTools & { readonly database: Database },
  query: string,
  how: { readonly with: string; readonly what: QueueRepair["what"] },
): readonly QueueRepair[] {
  const { database } = tools
  return database.all(query).map(([run, step, round, item, number]) => {
    // A damaged head says nothing about the queue; reading it throws.
    readHead(tools, database.first(HEAD, [Number(number)]) ?? [])
    database.write(how.with, [Number(number), decodeText(step), Number(round), decodeText(item)])
    return { key: [decodeText(run), decodeText(step), Number(round), decodeText(item)].join("/"), what: how.what }
  })
}
