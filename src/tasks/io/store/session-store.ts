import type { HostSession } from "../../model.ts"
import type { SessionChange, SessionStore } from "../../store.ts"
import type { Synchronous } from "../../../system/database/decode-cells.ts"
import type { Database } from "../../../system/database/open-database.ts"

export function openSessionStore(database: Database): Synchronous<SessionStore> {
  return {
    session: (session) => loadSession(database, session),
    changeSession: (session, decide) =>
      database.transaction(() => {
        const change = decide(loadSession(database, session))
        if (change !== undefined) writeSession(database, session, change)
        return { result: undefined, keep: change !== undefined }
      }),
  }
}

export function loadSession(database: Database, session: string): HostSession | undefined {
  const row = database.first("SELECT agent, compacted, told, updated, began FROM sessions WHERE session = ?", [session])
  if (row === undefined) return undefined
  const [agent, compacted, told, updated, began] = row
  const time = (cell: unknown) => (cell === null ? undefined : Number(cell))
  return {
    session,
    agent: String(agent),
    compacted: time(compacted),
    told: time(told),
    updated: Number(updated),
    began: time(began),
  }
}

/** A session that is told everything needs it again only after the next compaction. */
export function markTold(database: Database, session: string, at: number): void {
  database.write("UPDATE sessions SET told = compacted, updated = ? WHERE session = ?", [at, session])
}

function writeSession(database: Database, session: string, { agent, compacted, began, updated }: SessionChange): void {
  database.write(
    "INSERT INTO sessions (session, agent, compacted, updated, began) VALUES (?, ?, ?, ?, ?) ON CONFLICT (session) DO UPDATE SET agent = excluded.agent, compacted = coalesce(excluded.compacted, sessions.compacted), updated = excluded.updated, began = coalesce(sessions.began, excluded.began)",
    [session, agent, compacted ?? null, updated, began ?? null],
  )
}
