import { formatDollars } from "../text/format-dollars.ts"
import { formatCount } from "../text/format-count.ts"
import { describeTooLate } from "./decide-dues.ts"
import { type Due, isUnderWay, type Policy, type Schedule } from "./schedule.ts"
import { formatZoned } from "./time-zones.ts"

/** A due time that is not settled, with what deciding on it needs. */
export interface OpenDue {
  readonly due: Due
  readonly schedule: Schedule
  readonly totals: Totals
  /** Nobody works on it: it was never claimed, or the process that claimed it is gone or silent. */
  readonly isFree: boolean
  /** Its run waits for a person. */
  readonly isAsking: boolean
}

/** Of all due times of a schedule: how many were started, and what they cost. */
export interface Totals {
  readonly started: number
  readonly cost: number
}

export type OpenDecision =
  | { readonly kind: "claim"; readonly due: Due }
  | {
      readonly kind: "settle"
      readonly due: Due
      readonly state: "failed" | "skipped" | "expired"
      readonly why: string
    }
  /** Its run is cancelled, which settles it. */
  | { readonly kind: "cancel"; readonly due: Due; readonly why: string }
  | { readonly kind: "wait"; readonly due: Due }

/** How often a due time is claimed before it is given up: each of these processes died. */
export const MOST_CLAIMS = 5

/**
 * What becomes of the due times that are open in this database, oldest first.
 *
 * 1. Of one schedule, one due time at a time is under way.
 * 2. Of the missed ones of all schedules, at most as many at once as the smallest `spread` allows.
 * 3. A due time that never runs is settled with the reason.
 * 4. What this process may not start waits for one that may.
 */
export function decideOpen(
  open: readonly OpenDue[],
  now: number,
  mayStart: (schedule: Schedule) => boolean = () => true,
): readonly OpenDecision[] {
  const busy = new Map<string, Due>()
  const started = new Map<string, number>()
  let catchUps = 0
  for (const { due } of open) {
    if (!isUnderWay(due)) continue
    busy.set(due.schedule, due)
    if (due.isCatchUp) catchUps++
  }
  const decisions: OpenDecision[] = []
  for (const one of [...open].sort((a, b) => a.due.at - b.due.at)) {
    const { due, schedule, totals } = one
    const more = started.get(schedule.id) ?? 0
    const decided = isUnderWay(due)
      ? decideUnderWay(one)
      : decideWaiting(one, { now, catchUps, busy: busy.get(schedule.id), started: totals.started + more })
    const decision = decided.kind === "claim" && !mayStart(schedule) ? ({ kind: "wait", due } as const) : decided
    decisions.push(decision)
    if (decision.kind === "claim" && !isUnderWay(due)) {
      busy.set(schedule.id, due)
      started.set(schedule.id, more + 1)
      if (due.isCatchUp) catchUps++
    }
  }
  return decisions
}

/** A process died while it worked on this one: another takes over. */
function decideUnderWay({ due, schedule, isFree, isAsking }: OpenDue): OpenDecision {
  const { agent } = schedule.work
  const isWithOthers = due.state === "running" && due.isTold && (agent === "host" || agent === "workers")
  if (!isFree || isAsking || isWithOthers) return { kind: "wait", due }
  if (due.epoch < MOST_CLAIMS) return { kind: "claim", due }
  const why = `${formatCount(due.epoch, "process", "processes")} died while working on it`
  return due.state === "claimed" ? { kind: "settle", due, state: "failed", why } : { kind: "cancel", due, why }
}

interface Around {
  readonly now: number
  readonly catchUps: number
  readonly busy: Due | undefined
  readonly started: number
}

function decideWaiting({ due, schedule, totals }: OpenDue, around: Around): OpenDecision {
  const { policy } = schedule
  const skip = (why: string): OpenDecision => ({ kind: "settle", due, state: "skipped", why })
  const late = around.now - due.at
  if (late < 0 && schedule.status === "active") return { kind: "wait", due }
  if (due.cause !== "asked" && due.cause !== "last" && schedule.status !== "active")
    return skip(`the schedule is ${schedule.status}`)
  if (late > policy.catchUpWithin)
    return { kind: "settle", due, state: "expired", why: describeTooLate(late, policy.catchUpWithin) }
  const limit = findReachedLimit(policy, { started: around.started, cost: totals.cost })
  if (limit !== undefined) return skip(limit)
  if (around.busy !== undefined) return decideOverlap(due, around.busy, schedule)
  if (due.isCatchUp && around.catchUps >= policy.spread) return { kind: "wait", due }
  return { kind: "claim", due }
}

/** Missed due times, and those that a person asked for, wait for their turn whatever the policy is. */
function decideOverlap(due: Due, busy: Due, { policy, times }: Schedule): OpenDecision {
  const isOnTime = due.cause !== "asked" && due.cause !== "last" && !due.isCatchUp
  if (!isOnTime || policy.overlap === "queue") return { kind: "wait", due }
  const earlier = `the run of ${formatZoned(busy.at, times.zone)}${busy.run === undefined ? "" : ` (${busy.run})`}`
  if (policy.overlap === "skip")
    return { kind: "settle", due, state: "skipped", why: `${earlier} is still under way, and overlap is skip` }
  if (!isUnderWay(busy)) return { kind: "wait", due }
  return { kind: "cancel", due: busy, why: `replaced by the due time ${formatZoned(due.at, times.zone)}` }
}

/** Why nothing more of a schedule is started; undefined if something may be. */
export function findReachedLimit({ maxRuns, maxCost }: Policy, { started, cost }: Totals): string | undefined {
  if (maxRuns !== undefined && started >= maxRuns) return `max-runs is reached: ${formatCount(started, "run")}`
  if (maxCost !== undefined && cost >= maxCost)
    return `max-cost is reached: ${formatDollars(cost)} of ${formatDollars(maxCost)}`
  return undefined
}
