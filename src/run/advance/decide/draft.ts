import type { Usage } from "../../../agents/agent-driver.ts"
import {
  ERROR_ITEM,
  type AskedQuestion,
  type Change,
  type HistoryEvent,
  type RunHead,
  type Visit,
} from "../../model.ts"
import { type Outcome, findNextStep } from "../../../workflow/outcome.ts"
import type { Step } from "../../../workflow/workflow.ts"
import { type Decided, extractHead } from "./decision.ts"
import type { DecidedState } from "./event.ts"
import { keepAnswer } from "./take-answer.ts"

/** A decision in progress: what is known about the run, and what has been decided so far. */
export interface Draft {
  readonly at: number
  readonly head: RunHead
  readonly visit: Visit
  readonly changes: readonly Change[]
  readonly events: readonly HistoryEvent[]
}

/** The start of a decision about a run at a step. */
export function startDraft({ run }: Pick<DecidedState, "run">, at: number): Draft {
  if (run.visit === undefined) throw new Error(`run ${run.id} has no current step`)
  return { at, head: { ...extractHead(run), updated: at }, visit: run.visit, changes: [], events: [] }
}

/** Ends the step and continues with the step that its outcome leads to. */
export function leave(draft: Draft, step: Step, outcome: Outcome): Decided {
  const to = findNextStep(step.next, outcome)
  if (to === undefined) return failRun(draft, `step ${step.id} returned ${outcome}, which has no transition`)
  return leaving(draft, { ...draft.visit, outcome, left: draft.at }, { step: to, outcome })
}

/** The step failed to run: the run continues with its error step, or fails and keeps everything. */
export function leaveByError(draft: Draft, step: Step, { message, by, usage }: StepError): Decided {
  const kept = keepAnswer(draft, { item: ERROR_ITEM, outcome: "fail", text: message, by, usage, writes: "_error" })
  if (step.onError === undefined) return failRun(kept, `step ${step.id}: ${message}`)
  const told = { kind: "error", data: { step: step.id, round: draft.visit.round, message } }
  return leaving(
    { ...kept, events: [...kept.events, told] },
    { ...kept.visit, outcome: "fail", left: draft.at, because: message },
    { step: step.onError, outcome: "fail" },
  )
}

function leaving(draft: Draft, visit: Visit, goto: NonNullable<Decided["goto"]>): Decided {
  const { loops } = draft.head
  const isGate = visit.loop !== undefined && visit.loop.gate === visit.step
  const past = isGate && visit.loop !== undefined ? { ...visit.loop, outcome: visit.outcome } : undefined
  return {
    kind: "decided",
    head: { ...draft.head, visit, loops: past === undefined ? loops : { ...loops, [visit.step]: past } },
    changes: draft.changes,
    events: draft.events,
    goto,
    children: [],
  }
}

interface StepError {
  readonly message: string
  /** Who encountered it. */
  readonly by: string
  readonly usage?: Usage | undefined
}

/** An error in a step that needs no agent or person. */
export function toStepError(message: string): StepError {
  return { message, by: "computed" }
}

export function failRun(draft: Draft, because: string): Decided {
  return endRun(draft, "failed", because)
}

export function endRun(draft: Draft, status: "failed" | "cancelled", because: string): Decided {
  const { step, round } = draft.visit
  return {
    kind: "decided",
    head: {
      ...draft.head,
      status,
      because,
      updated: draft.at,
      visit: { ...draft.visit, because },
      questions: dropOpenQuestions(draft.head),
    },
    changes: [...draft.changes, { kind: "all", step, round, as: "cancelled" }],
    events: [...draft.events, { kind: status, data: { step, round, because } }],
    children: [],
  }
}

/** The questions without the open ones, whose answers are no longer needed. */
export function dropOpenQuestions({ questions }: Pick<RunHead, "questions">): RunHead["questions"] {
  return questions.filter(({ answer }) => answer !== undefined)
}

/** The same draft with more details of the visit. */
export function noteVisit(draft: Draft, set: Partial<Visit>): Draft {
  return { ...draft, visit: { ...draft.visit, ...set } }
}

/** No step follows yet: the run stays where it is, with the new state. */
export function stay(draft: Draft): Decided {
  return {
    kind: "decided",
    head: { ...draft.head, visit: draft.visit },
    changes: draft.changes,
    events: draft.events,
    children: [],
  }
}

/** Questions go into the head, where a person's answer finds them, and into the history. */
export function addQuestions(draft: Draft, questions: readonly AskedQuestion[]): Draft {
  return {
    ...draft,
    head: { ...draft.head, questions: [...draft.head.questions, ...questions] },
    events: [...draft.events, ...questions.map((question) => ({ kind: "asked", data: { ...question } }))],
  }
}
