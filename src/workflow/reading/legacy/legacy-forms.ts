import type { Action, Workflow } from "../../workflow.ts"
import type { FileProblem } from "../../../problem/problem.ts"

/** The older formats of a procedure, as written: snake case, numbered steps, outcomes in capitals. */
export interface LegacySteps {
  readonly name: string
  readonly description?: string
  readonly params?: Readonly<Record<string, LegacyArg>>
  /** By number, from 0 or 1. */
  readonly steps: Readonly<Record<number, LegacyStep>>
  /** Gates are next to the steps, under the numbers left free for them. */
  readonly gates?: Readonly<Record<number, LegacyGate>>
}

export interface LegacyStep {
  readonly title: string
  readonly actions?: readonly Action[]
  readonly phase?: string
  /** Without it: linear. */
  readonly routing?: LegacyRouting
  readonly dispatch?: LegacyDispatch
}

/** One of three, never two. */
export type LegacyRouting = "linear" | "terminal" | { readonly if_pass: number; readonly if_fail: number }

export interface LegacyDispatch {
  readonly agent: string
  readonly script?: string
  /** Known from the definition; accepted and ignored. */
  readonly total_steps?: number
  /** What the agent must know, by name. */
  readonly context_vars?: Readonly<Record<string, string>>
  readonly free_form?: boolean
}

export interface LegacyGate {
  readonly qr_name: string
  readonly title?: string
  readonly work_step: number
  /** None: passing ends the run. */
  readonly pass_step?: number | null
  readonly pass_message?: string
  readonly self_fix?: boolean
  readonly fix_target?: string
}

export interface LegacyArg {
  readonly description?: string
  readonly default?: string | number | boolean | null
  readonly required?: boolean
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly (string | number | boolean)[]
}

export interface LegacyWorkflow {
  readonly name: string
  readonly description?: string
  readonly entry_point?: string
  readonly params?: Readonly<Record<string, LegacyArg>>
  readonly steps: readonly LegacyStepDef[]
}

export interface LegacyStepDef {
  readonly id: string
  readonly title: string
  readonly actions?: readonly Action[]
  readonly phase?: string
  readonly handler?: LegacyDispatch | LegacyHandler
  /** Null is the end. */
  readonly next: Readonly<Partial<Record<LegacyOutcome, string | null>>>
  readonly on_error?: string
}

export type LegacyOutcome = "OK" | "FAIL" | "SKIP" | "ITERATE" | "DEFAULT"

/**
 * Decides the outcome of a step, from parameters and what earlier handlers returned. A bare outcome changes nothing.
 */
export type LegacyHandler = (context: LegacyContext) => LegacyResult
export type LegacyResult = ReportedOutcome | readonly [ReportedOutcome, Readonly<Record<string, unknown>>]
export type ReportedOutcome = Exclude<LegacyOutcome, "DEFAULT">

export interface LegacyContext {
  readonly step_id: string
  readonly workflow_params: Readonly<Record<string, unknown>>
  readonly step_state: Readonly<Record<string, unknown>>
}

export interface LegacyReading {
  readonly workflow?: Workflow
  readonly problems: readonly LegacyProblem[]
}

/** `at` is the position in the source: `steps.2.routing`. */
export interface LegacyProblem extends FileProblem {
  readonly at: string
}
