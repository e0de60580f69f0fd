import type { ItemKey } from "../../../agents/agent-driver.ts"
import { sha256 } from "../../../text/sha256.ts"
import { decodeText, type ReadCell } from "../../../system/database/decode-cells.ts"
import type { Postgres } from "../../../system/postgres/open-postgres.ts"
import { choosePriority } from "../../drive/decide-turn.ts"
import type { ItemRef } from "../../model.ts"

/** The trees of runs that workers may work on, and the messages that tell them so. */
export interface Offers {
  /** Lets workers work on a tree, and tells them what is open in it. */
  offer(offer: Offer): void
  /** The commit that the project of an offered tree was at; undefined if it had changes, or is no repository. */
  findRevision(root: string): string | undefined
  /** Tells workers, in the transaction that is under way, what has become claimable. Nothing if they may not work on it. */
  tell(run: { readonly id: string; readonly root: number }, items: readonly ItemRef[], after?: number): void
  /**
   * Takes what dead workers had, and tells the others. Returns how many dispatches that were. Without judging sessions,
   * only those are dead whose leases have ended.
   */
  recover(now: number, judgesSessions: boolean): number
  /** What is open for the workers of a queue and nobody works on, in case a message was lost. */
  listUntold(queue: string, now: number): readonly ItemKey[]
  /** The trees of a queue in which nothing is open: they wait for time, a person or a child run. */
  listWaiting(queue: string): readonly string[]
}

export interface Offer {
  /** The run at the top of the tree. */
  readonly id: string
  readonly queue: string
  readonly commit?: string | undefined
}

/** Workers take the messages of the projects that they have, by what these are wherever they are (`describeCheckout`). */
export function nameQueue(identity: string): string {
  return `project-${sha256(identity).slice(0, 16)}`
}

export function nameDeadQueue(queue: string): string {
  return `${queue}-dead`
}

export function isDeadQueue(name: string): boolean {
  return /^project-[0-9a-f]{16}-dead$/.test(name)
}

const RUN = "(SELECT number FROM runs WHERE id = $1)"
const QUEUE = "SELECT queue FROM offers WHERE root = $1"
const OFFER = `INSERT INTO offers (root, queue, at, revision)
  VALUES (${RUN}, $2, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint), $3)
  ON CONFLICT (root) DO UPDATE SET queue = excluded.queue, revision = excluded.revision`
const REVISION = `SELECT revision FROM offers WHERE root = ${RUN}`
const KEY = "(SELECT id FROM runs WHERE number = items.run), step, round, item"
const OPEN = `SELECT ${KEY} FROM items WHERE place IS NOT NULL AND root = ${RUN} ORDER BY place`
/** The locks are read once, not for each worker: the server has to stop its other work to list them. */
const LOST = `WITH held AS (SELECT DISTINCT worker FROM items WHERE worker IS NOT NULL AND boot = 'session' AND $2 = 1),
  live AS MATERIALIZED (SELECT CAST(classid AS bigint) << 32 | CAST(objid AS bigint) AS lock FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())),
  lost AS (SELECT worker FROM held
    WHERE hashtextextended(current_schema() || '/worker/' || worker, 0) NOT IN (SELECT lock FROM live))
  UPDATE items SET until = 0 WHERE worker IS NOT NULL AND until <> 0 AND place IS NOT NULL
    AND (worker IN (SELECT worker FROM lost) OR until <= $1)
  RETURNING ${KEY}, root`
const UNTOLD = `SELECT ${KEY} FROM items WHERE place IS NOT NULL AND (until IS NULL OR until <= $2)
  AND root IN (SELECT root FROM offers WHERE queue = $1) ORDER BY place LIMIT 10`
const WAITING = `SELECT runs.id FROM offers JOIN runs ON runs.number = offers.root WHERE offers.queue = $1
  AND runs.status = 'running' AND NOT EXISTS
    (SELECT 1 FROM items WHERE items.root = offers.root AND items.place IS NOT NULL) LIMIT 100`

export function openOffers(database: Postgres): Offers {
  const known = new Map<number, string>()
  function findQueue(root: number): string | undefined {
    const before = known.get(root)
    if (before !== undefined) return before
    const [row] = database.ask(QUEUE, [root])
    if (row === undefined) return undefined
    known.set(root, decodeText(row[0]))
    return known.get(root)
  }
  function send(queue: string, keys: readonly ItemKey[], after = 0): void {
    if (keys.length === 0) return
    const startAfter = Math.ceil(after / 1000)
    const jobs = keys.map((data, at) => ({ data, priority: choosePriority(at), startAfter }))
    database.send(queue, jobs)
  }
  return {
    offer: ({ id, queue, commit }) =>
      database.transaction(() => {
        database.ask(OFFER, [id, queue, commit ?? null])
        send(queue, database.ask(OPEN, [id]).map(readKey))
        return { result: undefined, keep: true }
      }),
    findRevision(root) {
      const [cell] = database.ask(REVISION, [root])[0] ?? []
      return cell === undefined || cell === null ? undefined : decodeText(cell)
    },
    tell(run, items, after) {
      const queue = findQueue(run.root)
      if (queue === undefined) return
      const keys = items.map(({ step, round, item }) => ({ run: run.id, step, round, item }))
      send(queue, keys, after)
    },
    recover: (now, judgesSessions) =>
      database.transaction(() => {
        const lost = database.ask(LOST, [now, judgesSessions ? 1 : 0])
        for (const cells of lost) {
          const queue = findQueue(Number(cells[4]))
          if (queue !== undefined) send(queue, [readKey(cells)])
        }
        return { result: lost.length, keep: true }
      }),
    listUntold: (queue, now) => database.ask(UNTOLD, [queue, now]).map(readKey),
    listWaiting: (queue) => database.ask(WAITING, [queue]).map(([id]) => decodeText(id)),
  }
}

/** Whose key a message has. Everybody with a role of the schema can send one, so its content may be anything. */
export function readDispatchKey(data: unknown): ItemKey | undefined {
  if (typeof data !== "object" || data === null) return undefined
  const { run, step, round, item } = data as Readonly<Record<string, unknown>>
  if (typeof run !== "string" || typeof step !== "string" || typeof item !== "string") return undefined
  return typeof round === "number" && Number.isSafeInteger(round) ? { run, step, round, item } : undefined
}

/** What fails again and again is dead in the end. */
export function requireDispatchKey(data: unknown): ItemKey {
  const key = readDispatchKey(data)
  if (key === undefined) throw new Error("the message names no dispatch")
  return key
}

function readKey([run, step, round, item]: readonly ReadCell[]): ItemKey {
  return { run: decodeText(run), step: decodeText(step), round: Number(round), item: decodeText(item) }
}
