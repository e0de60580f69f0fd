import type { Database } from "../../../system/database/open-database.ts"

const OLD = `FROM sessions WHERE updated < ?
  AND session NOT IN (SELECT session FROM wakes WHERE coalesce(delivered, begun, recorded) >= ?)`

/**
 * Removes sessions of hosts in which nothing has been recorded since. One that is still open is met as a new session
 * at its next prompt, and gets everything again.
 */
export function pruneSessions(database: Database, before: number): number {
  return database.write(`DELETE ${OLD}`, [before, before])
}

/** How many would be removed. */
export function countOldSessions(database: Database, before: number): number {
  return Number(database.first(`SELECT count(*) ${OLD}`, [before, before])?.[0] ?? 0)
}
