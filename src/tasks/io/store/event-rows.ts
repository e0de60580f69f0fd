import type { Address, Scope, WakeEvent } from "../../model.ts"
import type { AgentEventFilter, NewEvent } from "../../store.ts"
import { type ReadCell, decodeText } from "../../../system/database/decode-cells.ts"
import type { Database } from "../../../system/database/open-database.ts"

/** Inside the transaction that it reports on. */
export function noteEvent(database: Database, { project, branch }: Scope, { data, ...event }: NewEvent): void {
  const doc = JSON.stringify({ ...event, data: JSON.stringify(data) })
  database.write("INSERT INTO wake_events (project, branch, doc) VALUES (?, ?, ?)", [project, branch, doc])
}

export function listNewEvents(database: Database, { project, branch }: Scope, after: number): readonly WakeEvent[] {
  const sql =
    "SELECT seq, CAST(doc AS BLOB) FROM wake_events WHERE project = ? AND branch = ? AND seq > ? ORDER BY seq LIMIT 1000"
  return database.all(sql, [project, branch, after]).map((row) => readEvent(row, { project, branch }))
}

const OF_AGENT =
  "SELECT seq, CAST(doc AS BLOB) FROM wake_events WHERE project = ? AND branch = ? AND seq > ? AND json_extract(doc, '$.agent') = ? ORDER BY seq DESC LIMIT ?"

/** The newest events of an agent, oldest first. */
export function listAgentEvents(
  database: Database,
  { project, branch, agent }: Address,
  { after = 0, most = 1000 }: AgentEventFilter,
): readonly WakeEvent[] {
  const rows = database.all(OF_AGENT, [project, branch, after, agent, most])
  return rows.toReversed().map((row) => readEvent(row, { project, branch }))
}

function readEvent([seq, doc]: readonly ReadCell[], { project, branch }: Scope): WakeEvent {
  const kept = JSON.parse(decodeText(doc)) as Omit<WakeEvent, "seq" | "project" | "branch">
  return { ...kept, project, branch, seq: Number(seq) }
}
