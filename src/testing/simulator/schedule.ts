import type { Budget } from "../../run/model.ts"
import type { Part } from "./parts.ts"

/** Everything a simulation depends on, as plain data: the same schedule always takes the same course. */
export interface Schedule {
  /** Which actor continues next, how long things take, and what agents and people answer. */
  readonly seed: number
  /** The adapter that stores the runs, by name. */
  readonly store: string
  readonly drivers: number
  readonly atOnce: number
  /** How often another actor continues at a point where the same one could: from 0 to 1. */
  readonly restless: number
  readonly workflow: { readonly parts: readonly Part[] } | { readonly named: string }
  readonly budget?: Budget | undefined
  /** What a person answers at a ceiling. */
  readonly atCeiling: "raise" | "stop"
  /** When a person cancels the run, in milliseconds of the simulation. */
  readonly cancelAfter?: number | undefined
  /** The faults, or how many of them are drawn from the seed. */
  readonly faults: readonly PlannedFault[] | { readonly most: number }
}

/** A fault at the nth action of an actor, counted over all its lives. */
export interface PlannedFault {
  readonly actor: string
  readonly at: FaultPlace
  readonly nth: number
  readonly what: FaultKind
  readonly milliseconds?: number | undefined
}

export const faultPlaces = ["commit", "claim", "renew", "release", "read", "ask", "shell", "sleep"] as const
export type FaultPlace = (typeof faultPlaces)[number]

export type FaultKind =
  /** Dies before the call, or after it without learning the result. */
  | "die"
  | "die-after"
  /** Does nothing for a while, so that its leases expire. */
  | "freeze"
  | "freeze-after"
  /** Is asked to stop, and stops properly. */
  | "stop"
  /** The store refuses. */
  | "busy"
  | "full"
  | "moved"
  /** The agent takes long, gives no answer or a wrong one, or also reports directly. */
  | "late"
  | "never"
  | "wrong"
  | "error"
  | "twice"

/** A schedule as one line of text, which can be read back. */
export function printSchedule(schedule: Schedule): string {
  return JSON.stringify(schedule)
}

export function readSchedule(text: string): Schedule {
  return JSON.parse(text) as Schedule
}
