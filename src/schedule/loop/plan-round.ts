import { LONGEST_DELAY, SHORTEST_DELAY } from "../policy.ts"
import type { Due } from "../schedule.ts"

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
    return { kind: "next", at: ended + LONGEST_DELAY * 1000, why: `${what}; the longest delay is taken` }
  }
  if (answer.stop) return { kind: "stop", why: answer.reason }
  const seconds = Math.min(LONGEST_DELAY, Math.max(SHORTEST_DELAY, Math.round(answer.next_seconds)))
  const cut =
    seconds === answer.next_seconds ? "" : ` (${answer.next_seconds} s was asked for, ${seconds} s is allowed)`
  return {
    kind: "next",
    at: ended + seconds * 1000,
    why: `${answer.noop ? "nothing to do: " : ""}${answer.reason}${cut}`,
  }
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
