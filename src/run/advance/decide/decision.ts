import type { Usage } from "../../../agents/agent-driver.ts"
import type { Outcome } from "../../../workflow/outcome.ts"
import type { ParamValue } from "../../../workflow/params.ts"
import type { Change, HistoryEvent, Result, Run, RunHead, Spent } from "../../model.ts"
import type { Refusal, RefusalCode } from "../../problems.ts"

/** The consequence of an event. Deciding changes nothing: all changes are applied in one commit, or none. */
export type Decision =
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** It was reported before, with exactly the same text. */
  | { readonly kind: "again"; readonly result: Result }
  | { readonly kind: "nothing" }
  | Decided

export interface Decided {
  readonly kind: "decided"
  readonly head: RunHead
  readonly changes: readonly Change[]
  readonly events: readonly HistoryEvent[]
  /** The step to enter next, before anything is committed. */
  readonly goto?: Goto | undefined
  /** Runs to start for items of this visit. */
  readonly children: readonly ChildStart[]
  /** The ceilings of the tree are raised, or the tree ends at them. `set`: they have new values. */
  readonly atCeiling?: "raise" | "stop" | "set"
}

export interface Goto {
  readonly step: string
  readonly outcome: Outcome
  /** Ceilings were already checked: the cheaper step itself is not replaced again. */
  readonly cheaper?: true
}

export interface ChildStart {
  readonly id: string
  readonly item: string
  readonly workflow: string
  readonly agent: string
  readonly params: Readonly<Record<string, ParamValue>>
}

/** The part of a run that changes. */
export function extractHead(run: Run): RunHead {
  const { status, step, round, outcome, because, updated, budget, spent, costs, visit, visited, rounds } = run
  const { loops, values, passed, questions, events, chain } = run
  const whole: { readonly [Name in keyof Required<RunHead>]: RunHead[Name] } = {
    status,
    step,
    round,
    outcome,
    because,
    updated,
    budget,
    spent,
    costs,
    visit,
    visited,
    rounds,
    loops,
    values,
    passed,
    questions,
    events,
    chain,
  }
  return whole
}

export function addSpending(spent: Spent, usage: Usage | undefined): Spent {
  if (usage === undefined) return spent
  return {
    agents: spent.agents,
    tokens: spent.tokens + usage.tokensIn + usage.tokensOut,
    money: spent.money + usage.money,
  }
}

export function refuse(code: RefusalCode, message: string, next: string): Decision {
  return { kind: "refused", refusal: { code, message, next } }
}

export function refuseEnded(run: Run): Decision {
  const why = run.because === undefined ? "" : `: ${run.because}`
  return refuse("run.ended", `run ${run.id} is ${run.status}${why}`, `skillet run show ${run.id} shows what happened`)
}
