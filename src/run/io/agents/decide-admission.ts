import type { DriverLimits } from "../../../settings/agent-settings.ts"

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

export type Admission = { readonly kind: "go" | "wait" } | { readonly kind: "over"; readonly spent: number }

const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE

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
    readonly isAlive: (pid: number) => boolean
  },
): Admission {
  const { limits, now } = own
  const isToday = (at: number) => Math.floor(at / DAY) === Math.floor(now / DAY)
  const of = rows.filter(({ driver }) => driver === own.driver)
  const spent = of.reduce((sum, { kind, at, money = 0 }) => sum + (kind === "end" && isToday(at) ? money : 0), 0)
  if (limits.perDay !== undefined && spent >= limits.perDay) return { kind: "over", spent }
  const ended = new Set(of.flatMap(({ kind, id }) => (kind === "end" ? [id] : [])))
  const line = of.filter(({ kind, id, pid }) => kind === "want" && !ended.has(id) && own.isAlive(pid))
  const place = line.findIndex(({ id }) => id === own.id)
  if (limits.atOnce !== undefined && place >= limits.atOnce) return { kind: "wait" }
  const started = new Set(of.flatMap(({ kind, id }) => (kind === "start" ? [id] : [])))
  const recent = of.filter(({ kind, at }) => kind === "start" && at > now - MINUTE).length
  const before = line.slice(0, place).filter(({ id }) => !started.has(id)).length
  if (limits.perMinute !== undefined && recent + before >= limits.perMinute) return { kind: "wait" }
  return { kind: "go" }
}
