import type { Decisions } from "./fleet-decisions.ts"
import type { ServerHow } from "./server-model.ts"

/** Runs that are given to workers at a time, in milliseconds. */
export interface PlannedRuns {
  readonly at: number
  readonly count: number
  /** Told at once. */
  readonly dispatches: number
  /** One after the other, each when the one before was answered; 1 is a run that only fans out. */
  readonly steps: number
}

export interface FleetPlan {
  readonly seed: number
  readonly workers: number
  readonly concurrency: number
  readonly runs: readonly PlannedRuns[]
  /** How long an agent takes. */
  readonly agent: { readonly shortest: number; readonly longest: number }
  /** How many agents may work at the same time, over all workers. */
  readonly limit?: number | undefined
  /** How often an agent fails, from 0 to 1. */
  readonly failing: number
  /** Over how long the workers start. */
  readonly startsWithin: number
  readonly lease: number
  readonly kills: readonly { readonly at: number; readonly worker: number }[]
  /** Workers that do nothing for a while, and then go on as if nothing had been. */
  readonly hangs: readonly { readonly at: number; readonly worker: number; readonly lasts: number }[]
  readonly restarts: readonly { readonly at: number; readonly lasts: number }[]
  readonly server: ServerHow
  /** How many connections a worker has. */
  readonly connections: number
  readonly decisions: Decisions
  /** After this time it is over, whatever is left. */
  readonly until: number
}

export interface FleetSeen {
  readonly dispatches: number
  readonly answered: number
  /** Answered more than once: never. */
  readonly answeredAgain: number
  /** Asked more than once, other than because the agent failed. */
  readonly askedAgain: number
  /** When the last one was answered, in milliseconds. */
  readonly took: number
  /** The most agents that worked at the same time, and the most dispatches that waited in line for one. */
  readonly mostAsking: number
  readonly mostInLine: number
  /** The most messages that one worker had at the same time. */
  readonly mostBusy: number
  /** From when a dispatch was told to when it was claimed, by its place in its fan-out. */
  readonly waits: readonly { readonly run: number; readonly place: number; readonly milliseconds: number }[]
  /** From when a worker was killed or hung to when another had what it had, if somebody had room. */
  readonly resumed: readonly { readonly by: "kill" | "hang"; readonly milliseconds: number }[]
  /** The shortest time between two fetches of a worker that got nothing and was not woken. */
  readonly shortestPoll: number
  /** The most looks for dead workers in one second, and the most fetches that one message caused at once. */
  readonly mostLooks: number
  readonly mostWoken: number
  readonly polls: number
  readonly server: {
    /** The share of its processors that was used. */
    readonly used: number
    readonly longestRequest: number
    readonly connections: number
    readonly refused: number
    readonly givenUp: number
  }
  /** After each restart, when the last worker was connected again. */
  readonly back: readonly number[]
}
