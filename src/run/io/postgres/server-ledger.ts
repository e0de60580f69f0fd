import { decodeText, type ReadCell } from "../../../system/database/decode-cells.ts"
import type { Postgres } from "../../../system/postgres/open-postgres.ts"
import { type LedgerRow, SPENDING_DAY } from "../../drive/decide-admission.ts"
import type { Ledger, LedgerState } from "../agents/ledger.ts"

/** Asking agents, over all machines that share a schema. */
export interface ServerLedger extends Ledger {
  /** How many ask a driver or wait to. */
  countUnfinished(driver: string): number
}

/** A process that has not been heard of for this long is dead. */
const SILENCE = 20_000
/** How often one that asks says that it is alive. */
const BEAT = 5000

const MINUTE = 60_000
/** Those who arrive are numbered one after the other, so nobody sees a later one before an earlier one. */
const IN_ORDER = "SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '/asks/' || $1, 0))"
const WANT = "INSERT INTO asks (id, driver, wanted, seen) VALUES ($1, $2, $3, $3)"
const START = "UPDATE asks SET started = $2, seen = $2 WHERE id = $1"
const END = "UPDATE asks SET ended = $2, money = $3, tokens = $4 WHERE id = $1"
const SEEN = "UPDATE asks SET seen = $2 WHERE id = $1 AND ended IS NULL"
const ROWS = `SELECT id, wanted, started, ended, seen FROM asks
  WHERE driver = $1 AND (ended IS NULL OR started > $2) ORDER BY place`
const SPENT = "SELECT coalesce(sum(money), 0) FROM asks WHERE driver = $1 AND ended >= $2"
const UNFINISHED = "SELECT count(*) FROM asks WHERE driver = $1 AND ended IS NULL AND seen > $2"

/** A row counts as asked by process 1 if that is alive, and by process 0 if it is not. */
const [DEAD, ALIVE] = [0, 1]

/** The ledger in a table: the limits of a driver hold for all workers together. Times are those of the server. */
export function openServerLedger(database: Postgres, now: () => number): ServerLedger {
  const beats = new Map<string, () => void>()
  return {
    now,
    add({ kind, id, driver, at, money = 0, tokens = 0 }) {
      if (kind === "want") {
        database.transaction(() => {
          database.ask(IN_ORDER, [driver])
          database.ask(WANT, [id, driver, at])
          return { result: undefined, keep: true }
        })
        beats.set(
          id,
          keepBeating(() => void database.ask(SEEN, [id, now()])),
        )
      } else if (kind === "start") database.ask(START, [id, at])
      else {
        beats.get(id)?.()
        beats.delete(id)
        database.ask(END, [id, at, money, tokens])
      }
    },
    read(driver): LedgerState {
      const at = now()
      const rows = database.ask(ROWS, [driver, at - MINUTE])
      const spent = Number(database.ask(SPENT, [driver, at - (at % SPENDING_DAY)])[0]?.[0])
      const today: LedgerRow = { kind: "end", id: "", driver, pid: DEAD, at, money: spent }
      return { rows: [...rows.flatMap((cells) => readRow(driver, cells, at)), today], alive: new Set([ALIVE]) }
    },
    countUnfinished: (driver) => Number(database.ask(UNFINISHED, [driver, now() - SILENCE])[0]?.[0]),
  }
}

function readRow(driver: string, cells: readonly ReadCell[], now: number): readonly LedgerRow[] {
  const [name, wanted, started, ended, seen] = cells
  const pid = Number(seen) > now - SILENCE ? ALIVE : DEAD
  const row = { id: decodeText(name), driver, pid }
  return [
    { ...row, kind: "want", at: Number(wanted) },
    ...(started === null ? [] : [{ ...row, kind: "start", at: Number(started) } as const]),
    ...(ended === null ? [] : [{ ...row, kind: "end", at: Number(ended) } as const]),
  ]
}

/** A beat that fails is made up for by the next one; a process that stays silent too long is taken for dead. */
function keepBeating(act: () => void): () => void {
  const timer = setInterval(() => {
    try {
      act()
    } catch (error) {
      if (!(error instanceof Error)) throw error
    }
  }, BEAT)
  timer.unref()
  return () => clearInterval(timer)
}
