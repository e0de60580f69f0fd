import { endSchedule, type ScheduleChange, type SeenSchedule } from "../advance-schedule.ts"
import { LONGEST_ROUND_DELAY, SHORTEST_DELAY } from "../policy.ts"
import type { Due, NewDue } from "../schedule.ts"

/** What a round of a self-paced loop answers. */
export interface RoundAnswer {
  readonly next_seconds: number
  readonly reason: string
  /** There was nothing to do. */
  readonly noop: boolean
  /** The loop is finished. */
  readonly stop: boolean
}

export type RoundPlan =
  | { readonly kind: "next"; readonly at: number; readonly why: string }
  | { readonly kind: "stop"; readonly why: string }

/** When the next round is due. Delays outside the limits become the nearest allowed one, and the reason says so. */
export function planRound(
  last: Pick<Due, "state" | "ended" | "made" | "why">,
  answer: RoundAnswer | undefined,
): RoundPlan {
  const ended = last.ended ?? last.made
  if (last.state !== "ran" || answer === undefined) {
    const what = last.state === "ran" ? "the last round gave no delay" : `the last round ${last.state}`
    return { kind: "next", at: ended + LONGEST_ROUND_DELAY * 1000, why: `${what}; the longest delay is taken` }
  }
  if (answer.stop) return { kind: "stop", why: answer.reason }
  const seconds = Math.min(LONGEST_ROUND_DELAY, Math.max(SHORTEST_DELAY, Math.round(answer.next_seconds)))
  const cut =
    seconds === answer.next_seconds ? "" : ` (${answer.next_seconds} s was asked for, ${seconds} s is allowed)`
  return {
    kind: "next",
    at: ended + seconds * 1000,
    why: `${answer.noop ? "nothing to do: " : ""}${answer.reason}${cut}`,
  }
}

export interface PlannedRound {
  readonly plan: RoundPlan
  /** The round before it. */
  readonly last: Due
  /** That one had nothing to do. */
  readonly isNoop: boolean
  readonly now: number
}

/** A stop wins: a loop that is no longer active gets no round, whatever its last one said. Nor does one that has a round. */
export function addRound({ schedule, open }: SeenSchedule, round: PlannedRound): ScheduleChange | undefined {
  const { plan, last, isNoop, now } = round
  if (schedule.status !== "active" || open.length > 0) return undefined
  const noop = isNoop ? last.at : undefined
  if (plan.kind === "stop") return { schedule: endSchedule(schedule, `it stopped itself: ${plan.why}`, now), noop }
  const next: NewDue = { at: plan.at, cause: "paced", state: "due", why: plan.why, isCatchUp: false }
  return { schedule: { ...schedule, cursor: last.at }, add: [next], noop }
}

/** The answer of a round, or undefined if it is not one. */
export function readRoundAnswer(text: string | undefined): RoundAnswer | undefined {
  try {
    const read = JSON.parse(text ?? "") as Partial<RoundAnswer> | null
    if (read === null || (read.stop !== true && !Number.isFinite(read.next_seconds))) return undefined
    return {
      next_seconds: Number(read.next_seconds ?? 0),
      reason: String(read.reason ?? ""),
      noop: read.noop === true,
      stop: read.stop === true,
    }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
