import type { Budget } from "../../run/model.ts"
import type { Part } from "./parts.ts"

/** Everything a simulation depends on, as plain data: the same schedule always takes the same course. */
export interface Schedule {
  /** Who goes on next, how long things take, and what agents and people answer. */
  readonly seed: number
  /** The adapter that keeps the runs, by name. */
  readonly store: string
  readonly drivers: number
  readonly atOnce: number
  /** How often somebody else goes on at a point where the same one could: from 0 to 1. */
  readonly restless: number
  readonly workflow: { readonly parts: readonly Part[] } | { readonly named: string }
  readonly budget?: Budget | undefined
  /** What a person says at a ceiling. */
  readonly atCeiling: "raise" | "stop"
  /** When a person cancels the run, in milliseconds of the simulation. */
  readonly cancelAfter?: number | undefined
  /** What goes wrong, or how much of it is drawn from the seed. */
  readonly faults: readonly Fault[] | { readonly most: number }
}

/** Something goes wrong at the nth time an actor does something, counted over all its lives. */
export interface Fault {
  readonly actor: string
  readonly at: FaultPlace
  readonly nth: number
  readonly what: FaultKind
  readonly milliseconds?: number | undefined
}

export const faultPlaces = ["commit", "claim", "renew", "release", "read", "ask", "shell", "sleep"] as const
export type FaultPlace = (typeof faultPlaces)[number]

export type FaultKind =
  /** Loses its memory before the call, or after it without learning what came of it. */
  | "die"
  | "die-after"
  /** Does nothing for a while: its leases run out. */
  | "freeze"
  | "freeze-after"
  /** Is told to stop, and stops properly. */
  | "stop"
  /** The store refuses. */
  | "busy"
  | "full"
  | "moved"
  /** The agent: takes long, gives no answer, or a wrong one, or reports by itself as well. */
  | "late"
  | "never"
  | "wrong"
  | "error"
  | "twice"

/** A schedule as one line of text, to be printed and read again. */
export function printSchedule(schedule: Schedule): string {
  return JSON.stringify(schedule)
}

export function readSchedule(text: string): Schedule {
  return JSON.parse(text) as Schedule
}
