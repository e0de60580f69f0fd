import type { RunChange, RunProgress, VisitProgress, VisitRow } from "../../ports/run-store.ts"
import { type Outcome, targetOf } from "../../workflow/outcome.ts"
import type { Step } from "../../workflow/workflow.ts"
import { type Decided, progressOf, type Told, visitProgressOf } from "./decision.ts"
import type { RunState } from "./event.ts"
import { takeAnswer } from "./take-answer.ts"

/** A decision under way: what is known of the run, and what was decided so far. */
export interface Draft {
  readonly at: number
  readonly run: RunProgress
  readonly visit: VisitRow
  readonly changes: readonly RunChange[]
  readonly events: readonly Told[]
}

/** Where a decision about a run that stands at a step begins. */
export function draftOf(state: RunState, at: number, set: Partial<RunProgress> = {}): Draft {
  if (state.visit === undefined) throw new Error(`run ${state.run.id} stands at no step`)
  return {
    at,
    run: { ...progressOf(state.run), updated: at, ...set },
    visit: state.visit,
    changes: [],
    events: [],
  }
}

/** The step came to an end: the run goes where its outcome leads. */
export function leave(draft: Draft, step: Step, outcome: Outcome): Decided {
  const to = targetOf(step.next, outcome)
  if (to === undefined) return failRun(draft, `step ${step.id} returned ${outcome}, which has no transition`)
  const leaving = { ...visitProgressOf(draft.visit), outcome, left: draft.at }
  return {
    kind: "decided",
    run: draft.run,
    visit: { ...draft.visit, ...leaving },
    changes: draft.changes,
    events: draft.events,
    goto: { step: to, outcome, leaving },
    children: [],
  }
}

/** The step could not be carried out: there is a step for that, or the run fails with everything it has kept. */
export function leaveByError(draft: Draft, step: Step, { message, by }: StepError): Decided {
  const { visit } = draft
  const { changes } = takeAnswer(draft, { item: ERROR_ITEM, outcome: "fail", text: message, by, writes: "_error" })
  const kept = { ...draft, changes: [...draft.changes, ...changes] }
  if (step.onError === undefined) return failRun(kept, `step ${step.id}: ${message}`)
  const leaving = { ...visitProgressOf(visit), outcome: "fail" as const, left: draft.at, because: message }
  return {
    kind: "decided",
    run: draft.run,
    visit: { ...visit, ...leaving },
    changes: kept.changes,
    events: [...draft.events, { kind: "error", data: { step: step.id, round: visit.round, message } }],
    goto: { step: step.onError, outcome: "fail", leaving },
    children: [],
  }
}

interface StepError {
  readonly message: string
  /** Who ran into it. */
  readonly by: string
}

/** What broke within a step that needs nobody. */
export function broken(message: string): StepError {
  return { message, by: "computed" }
}

/** Under this item lies the message of an error. */
export const ERROR_ITEM = "error"

export function failRun(draft: Draft, because: string): Decided {
  return endRun(draft, "failed", because)
}

export function endRun(draft: Draft, status: "failed" | "cancelled", because: string): Decided {
  const { visit } = draft
  return {
    kind: "decided",
    run: { ...draft.run, status, because, updated: draft.at },
    visit,
    changes: [
      ...draft.changes,
      { kind: "visit", step: visit.step, round: visit.round, set: { ...visitProgressOf(visit), because } },
      { kind: "dispatches", step: visit.step, round: visit.round, as: "cancelled" },
      { kind: "withdraw-questions" },
    ],
    events: [...draft.events, { kind: status, data: { step: visit.step, round: visit.round, because } }],
    children: [],
  }
}

/** The same draft with more known of the visit. */
export function noting(draft: Draft, set: Partial<VisitProgress>): Draft {
  return { ...draft, visit: { ...draft.visit, ...set } }
}

/** Nothing leads on yet: the run stays where it is, with what is known now. */
export function stay(draft: Draft): Decided {
  const { step, round } = draft.visit
  return {
    kind: "decided",
    run: draft.run,
    visit: draft.visit,
    changes: [...draft.changes, { kind: "visit", step, round, set: visitProgressOf(draft.visit) }],
    events: draft.events,
    children: [],
  }
}
