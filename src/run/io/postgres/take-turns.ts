import type { Postgres } from "../../../system/postgres/open-postgres.ts"
import { findTurn } from "../../drive/decide-pace.ts"

/** What the workers that share a schema do once for all of them, and how many they are. */
export interface Turns {
  /**
   * Whether this worker is the one that acts in this time: of all that ask, one does. One that hangs holds up the others
   * for this turn only.
   */
  take(what: string, milliseconds: number): boolean
  /** Counts this worker with the others of its queue, as long as its session lasts. Returns how many there are. */
  join(queue: string): number
  /** How many workers a queue has; undefined behind a pooler. */
  count(queue: string): number | undefined
}

const LOCK = (at: number) => `hashtextextended(current_schema() || $${at}, 0)`
const TAKE = `SELECT pg_try_advisory_lock(${LOCK(1)})`
const TAKE_NEXT = `${TAKE}, pg_advisory_unlock(${LOCK(2)})`
const JOIN = `SELECT pg_try_advisory_lock_shared(${LOCK(1)})`
const COUNT = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND (CAST(classid AS bigint) << 32 | CAST(objid AS bigint)) = ${LOCK(1)}`

interface Held {
  readonly name: string
  readonly turn: number
  readonly isOwn: boolean
  readonly connection: number
}

/**
 * A turn is the lock of a session, and its time is in its name: it is kept until the worker asks for the next one. Behind a
 * pooler in transaction mode there are no sessions, so everybody acts, and nobody can be counted.
 */
export function openTurns(database: Postgres, now: () => number): Turns {
  const turns = new Map<string, Held>()
  const joined = new Map<string, number>()
  const count = (name: string) => Number(database.ask(COUNT, [name])[0]?.[0])
  return {
    count: (queue) => (database.isPooled ? undefined : count(`/workers/${queue}`)),
    take(what, milliseconds) {
      if (database.isPooled) return true
      const turn = findTurn(now(), milliseconds)
      const before = turns.get(what)
      const isSame = before !== undefined && before.connection === database.connection
      if (isSame && before.turn === turn) return false
      const name = `/turn/${what}/${turn}`
      const [row] = isSame && before.isOwn ? database.ask(TAKE_NEXT, [name, before.name]) : database.ask(TAKE, [name])
      const isOwn = row?.[0] === 1
      turns.set(what, { name, turn, isOwn, connection: database.connection })
      return isOwn
    },
    join(queue) {
      if (database.isPooled) return 1
      const name = `/workers/${queue}`
      if (joined.get(queue) !== database.connection) database.ask(JOIN, [name])
      joined.set(queue, database.connection)
      return Math.max(1, count(name))
    },
  }
}
