import type { Scope, WakeEvent } from "../../model.ts"
import type { NewEvent } from "../../store.ts"
import { decodeText } from "../../../system/database/decode-cells.ts"
import type { Database } from "../../../system/database/open-database.ts"

/** Inside the transaction that it reports on. */
export function noteEvent(database: Database, { project, branch }: Scope, { data, ...event }: NewEvent): void {
  const doc = JSON.stringify({ ...event, data: JSON.stringify(data) })
  database.write("INSERT INTO wake_events (project, branch, doc) VALUES (?, ?, ?)", [project, branch, doc])
}

export function listNewEvents(database: Database, { project, branch }: Scope, after: number): readonly WakeEvent[] {
  const sql =
    "SELECT seq, CAST(doc AS BLOB) FROM wake_events WHERE project = ? AND branch = ? AND seq > ? ORDER BY seq LIMIT 1000"
  return database.all(sql, [project, branch, after]).map(([seq, doc]) => ({
    ...(JSON.parse(decodeText(doc)) as Omit<WakeEvent, "seq" | "project" | "branch">),
    project,
    branch,
    seq: Number(seq),
  }))
}
