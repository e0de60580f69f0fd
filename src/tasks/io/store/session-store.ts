import type { HostSession } from "../../model.ts"
import type { SessionStore } from "../../store.ts"
import type { Synchronous } from "../../../system/database/decode-cells.ts"
import type { Database } from "../../../system/database/open-database.ts"

export function openSessionStore(database: Database): Synchronous<SessionStore> {
  return {
    session: (session) => findSession(database, session),
    putSession: (session, isNew) => database.transaction(() => ({ result: put(database, session, isNew), keep: true })),
  }
}

export function findSession(database: Database, session: string): HostSession | undefined {
  const row = database.first("SELECT agent, compacted, told, updated FROM sessions WHERE session = ?", [session])
  if (row === undefined) return undefined
  const [agent, compacted, told, updated] = row
  const time = (cell: unknown) => (cell === null ? undefined : Number(cell))
  return { session, agent: String(agent), compacted: time(compacted), told: time(told), updated: Number(updated) }
}

/** A session that is told everything needs it again only after the next compaction. */
export function markTold(database: Database, session: string, at: number): void {
  database.write("UPDATE sessions SET told = compacted, updated = ? WHERE session = ?", [at, session])
}

/** Two hooks may meet a new session at once: its beginning is what the first of them says. */
function put(
  database: Database,
  { session, agent, compacted, updated }: Omit<HostSession, "told">,
  isNew: boolean,
): void {
  const known = isNew
    ? "DO NOTHING"
    : "DO UPDATE SET agent = excluded.agent, compacted = coalesce(excluded.compacted, compacted), updated = excluded.updated"
  database.write(
    `INSERT INTO sessions (session, agent, compacted, updated) VALUES (?, ?, ?, ?) ON CONFLICT (session) ${known}`,
    [session, agent, compacted ?? null, updated],
  )
}
