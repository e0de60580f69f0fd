import type {
  ResultRow,
  RunChange,
  RunProgress,
  RunRow,
  StepOutcome,
  Usage,
  VisitProgress,
  VisitRow,
} from "../../ports/run-store.ts"
import type { ParamValue } from "../../workflow/params.ts"
import type { Refusal } from "./refusal.ts"

/** What follows from an event. Deciding changes nothing: the changes are carried out in one commit, or not at all. */
export type Decision =
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** It was reported before, word for word. */
  | { readonly kind: "again"; readonly result: ResultRow }
  | { readonly kind: "nothing" }
  | Decided

export interface Decided {
  readonly kind: "decided"
  readonly run: RunProgress
  /** Where the run is now, or was when it ended. */
  readonly visit?: VisitRow
  readonly changes: readonly RunChange[]
  readonly events: readonly Told[]
  /** The step to enter next, before anything is committed. */
  readonly goto?: Goto
  /** Runs to start for items of this visit. */
  readonly children: readonly ChildStart[]
  /** The ceilings of the tree are to be raised, or the tree ends at them. */
  readonly atCeiling?: "raise" | "stop"
}

/** An entry for the run's history. */
export interface Told {
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface Goto {
  readonly step: string
  readonly outcome: StepOutcome
  /** What becomes of the visit that is left. */
  readonly leaving: VisitProgress
  /** Ceilings were looked at already: the cheaper step itself is not swapped again. */
  readonly cheaper?: true
}

export interface ChildStart {
  readonly id: string
  readonly item: string
  readonly workflow: string
  readonly agent: string
  readonly params: Readonly<Record<string, ParamValue>>
}

/** The mutable part of a run's row. */
export function progressOf(run: RunRow): RunProgress {
  const { status, step, round, outcome, because, updated, budget, spent, events, chain, visited } = run
  return {
    status,
    step,
    round,
    updated,
    budget,
    spent,
    events,
    chain,
    visited,
    ...(outcome === undefined ? {} : { outcome }),
    ...(because === undefined ? {} : { because }),
  }
}

/** The mutable part of a visit's row. */
export function visitProgressOf(visit: VisitRow): VisitProgress {
  const { ok, failed, outcome, left, onward, because, evidence, loop } = visit
  return {
    ok,
    failed,
    ...(outcome === undefined ? {} : { outcome }),
    ...(left === undefined ? {} : { left }),
    ...(onward === undefined ? {} : { onward }),
    ...(because === undefined ? {} : { because }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(loop === undefined ? {} : { loop }),
  }
}

export function spentWith(spent: RunProgress["spent"], usage: Usage | undefined): RunProgress["spent"] {
  if (usage === undefined) return spent
  return {
    agents: spent.agents,
    tokens: spent.tokens + usage.tokensIn + usage.tokensOut,
    money: spent.money + usage.money,
  }
}
