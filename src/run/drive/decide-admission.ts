import type { DriverLimits } from "../../settings/agent-settings.ts"

/** `want` waits in the queue, `start` was admitted, `end` has finished. */
export interface LedgerRow {
  readonly kind: "want" | "start" | "end"
  readonly id: string
  readonly driver: string
  readonly pid: number
  readonly at: number
  readonly money?: number
  readonly tokens?: number
}

export type Admission =
  | { readonly kind: "go" }
  /** So many others start before. */
  | { readonly kind: "wait"; readonly ahead: number }
  | { readonly kind: "over"; readonly spent: number }

const MINUTE = 60_000
/** Limits per day count from midnight to midnight in UTC. */
export const SPENDING_DAY = 24 * 60 * MINUTE

/**
 * Whether a waiting request may start. The queue is the order of the rows, so several processes that read the same rows
 * never take the same slot.
 */
export function decideAdmission(
  rows: readonly LedgerRow[],
  own: {
    readonly id: string
    readonly driver: string
    readonly limits: DriverLimits
    readonly now: number
    /** The processes of `listWaitingProcesses` that are alive. */
    readonly alive: ReadonlySet<number>
  },
): Admission {
  const { limits, now } = own
  const isToday = (at: number) => Math.floor(at / SPENDING_DAY) === Math.floor(now / SPENDING_DAY)
  const of = rows.filter(({ driver }) => driver === own.driver)
  const spent = of.reduce((sum, { kind, at, money = 0 }) => sum + (kind === "end" && isToday(at) ? money : 0), 0)
  if (limits.perDay !== undefined && spent >= limits.perDay) return { kind: "over", spent }
  const line = listUnfinished(rows, own.driver).filter(({ pid }) => own.alive.has(pid))
  const place = line.findIndex(({ id }) => id === own.id)
  if (limits.atOnce !== undefined && place >= limits.atOnce) return { kind: "wait", ahead: place - limits.atOnce }
  const started = new Set(of.flatMap(({ kind, id }) => (kind === "start" ? [id] : [])))
  const recent = of.filter(({ kind, at }) => kind === "start" && at > now - MINUTE).length
  const before = line.slice(0, place).filter(({ id }) => !started.has(id)).length
  if (limits.perMinute !== undefined && recent + before >= limits.perMinute)
    return { kind: "wait", ahead: recent + before - limits.perMinute }
  return { kind: "go" }
}

const [SHORTEST_PAUSE, LONGEST_PAUSE] = [100, 2000]

/** How long to wait before looking again, in milliseconds: with many others ahead it is not soon one's turn. */
export function choosePause(ahead: number): number {
  return Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * (1 + ahead))
}

/** The processes that count only if they are alive: those with a request that has not ended. */
export function listWaitingProcesses(rows: readonly LedgerRow[], driver: string): readonly number[] {
  return [...new Set(listUnfinished(rows, driver).map(({ pid }) => pid))]
}

function listUnfinished(rows: readonly LedgerRow[], driver: string): readonly LedgerRow[] {
  const own = rows.filter((row) => row.driver === driver)
  const ended = new Set(own.flatMap(({ kind, id }) => (kind === "end" ? [id] : [])))
  return own.filter(({ kind, id }) => kind === "want" && !ended.has(id))
}
