import { asBytes, textOf } from "../cells.ts"
import type { Database } from "../open-database.ts"
import { HEAD_COLUMNS, readHead, type RowTools } from "../rows.ts"

const AT_HERE = `items.step = ${headField("step")} AND items.round = ${headField("round")}`
const CLAIMABLE = "items.claimable = 1 AND items.status IN ('open', 'leased')"
const KEY = `${asBytes("runs.id")}, ${asBytes("items.step")}, items.round, ${asBytes("items.item")}, runs.number`
const MISSING = `SELECT ${KEY} FROM runs JOIN items ON items.run = runs.number AND ${AT_HERE}
  WHERE runs.status = 'running' AND ${CLAIMABLE} AND items.place IS NULL ORDER BY runs.number, items.made`
const EXTRA = `SELECT ${KEY} FROM items JOIN runs ON runs.number = items.run
  WHERE items.place IS NOT NULL AND NOT (runs.status = 'running' AND ${AT_HERE} AND ${CLAIMABLE})`
const HEAD = `SELECT ${HEAD_COLUMNS} FROM runs WHERE number = ?`
const ADD = `UPDATE items SET place = (SELECT coalesce(max(place), 0) + 1 FROM items WHERE place IS NOT NULL)
  WHERE run = ? AND step = ? AND round = ? AND item = ?`
const REMOVE = "UPDATE items SET place = NULL, worker = NULL WHERE run = ? AND step = ? AND round = ? AND item = ?"

/** Nothing where the head is damaged: one such run is no reason not to open the others. */
function headField(name: "step" | "round"): string {
  return `iif(json_valid(runs.head), json_extract(runs.head, '$.${name}'), NULL)`
}

export interface QueueRepair {
  /** `run/step/round/item`. */
  readonly key: string
  readonly what: "added" | "removed"
}

/** Makes the queue say what the items say: what may be claimed is in it, and nothing else is. Says what it changed. */
export function repairQueue(tools: RowTools & { readonly database: Database }): readonly QueueRepair[] {
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
    // A head that is damaged says nothing about the queue; reading it throws.
    readHead(tools, database.first(HEAD, [Number(number)]) ?? [])
    database.write(how.with, [Number(number), textOf(step), Number(round), textOf(item)])
    return { key: [textOf(run), textOf(step), Number(round), textOf(item)].join("/"), what: how.what }
  })
}
