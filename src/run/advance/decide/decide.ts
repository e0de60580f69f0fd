import { type Step, findStep, type Workflow } from "../../../workflow/workflow.ts"
import { writePassNote, addPassedGate } from "./gate/passed-gates.ts"
import type { Change } from "../../model.ts"
import {
  addQuestions,
  dropOpenQuestions,
  type Draft,
  startDraft,
  endRun,
  leave,
  leaveByError,
  noteVisit,
  stay,
} from "./draft.ts"
import { BUDGET_QUESTION, makeBudgetQuestion } from "./ask/ceilings.ts"
import { decideAnswer } from "./decide-answer.ts"
import { decideReport } from "./decide-report.ts"
import { type Decided, type Decision, refuseEnded, refuse, addSpending } from "./decision.ts"
import { isWrongOutput } from "../../problems.ts"
import { enter } from "./enter.ts"
import type { RunEvent, DecidedState } from "./event.ts"

/** The consequence of an event: a pure function of the definition, the committed state, and the event. */
export function decide(workflow: Workflow, state: DecidedState, event: RunEvent): Decision {
  if (event.kind === "enter") return enter(workflow, state, event)
  if (event.kind === "report") return wrongResult(workflow, state, event) ?? decideReport(workflow, state, event)
  if (state.run.status !== "running") return refuseEnded(state.run)
  switch (event.kind) {
    case "error":
      return decideError(workflow, state, event)
    case "answer":
      return decideAnswer(workflow, state, event)
    case "tick":
      return decideTick(workflow, state, event)
    case "override":
      return decideOverride(workflow, state, event)
    case "hold":
      return holdAtCeiling(state, event)
    case "budget":
      return setBudget(startDraft(state, event.at), event)
    case "cancel":
      return endRun(startDraft(state, event.at), "cancelled", `${event.reason} (${event.by})`)
  }
}

/** A child run cannot be asked again, so a result that does not fit is an error of the step. */
function wrongResult(
  workflow: Workflow,
  state: DecidedState,
  event: Extract<RunEvent, { kind: "report" }>,
): Decision | undefined {
  if (event.child === undefined || state.run.status !== "running") return undefined
  const decision = decideReport(workflow, state, event)
  if (decision.kind !== "refused" || !isWrongOutput(decision.refusal.code)) return decision
  const { at, item, by, child } = event
  return decideError(workflow, state, {
    kind: "error",
    at,
    item,
    by,
    message: `run ${child}: ${decision.refusal.message}`,
  })
}

/** A dispatch that failed. */
function decideError(workflow: Workflow, state: DecidedState, event: Extract<RunEvent, { kind: "error" }>): Decision {
  const { visit } = state.run
  const step = findStep(workflow, event.item.step)
  if (step === undefined || visit === undefined || visit.step !== event.item.step || visit.round !== event.item.round)
    return { kind: "nothing" }
  const dispatch = state.item?.dispatch
  if (dispatch === undefined || dispatch.status === "answered" || dispatch.status === "cancelled")
    return { kind: "nothing" }
  if (step.kind === "fanout") {
    const { kind: _kind, message, ...told } = event
    const child = dispatch.ask.kind === "run" ? dispatch.ask.run : undefined
    return decideReport(workflow, state, { ...told, child, kind: "report", outcome: "fail", text: message })
  }
  const cancelled: Change = { kind: "cancel", item: event.item, epoch: event.epoch }
  const draft = startDraft(state, event.at)
  const head = { ...draft.head, spent: addSpending(draft.head.spent, event.usage) }
  return leaveByError({ ...draft, head, changes: [cancelled] }, step, event)
}

function decideTick(workflow: Workflow, state: DecidedState, { at }: { readonly at: number }): Decision {
  const { visit } = state.run
  const step = visit === undefined ? undefined : findStep(workflow, visit.step)
  if (visit === undefined || step?.kind !== "wait" || !("seconds" in step.until)) return { kind: "nothing" }
  if (at < visit.entered + step.until.seconds * 1000) return { kind: "nothing" }
  return leave(startDraft(state, at), step, "ok")
}

/** A ceiling was reached while agents were at work: no other agent is asked until a person decides. */
function holdAtCeiling(state: DecidedState, { at, why, needs }: Extract<RunEvent, { kind: "hold" }>): Decision {
  const draft = startDraft(state, at)
  const { step, round } = draft.visit
  const asked = state.run.questions.filter(({ kind }) => kind === "budget")
  // The run has continued, so there is nothing left to hold back.
  const isAsking = (state.items ?? []).some(
    ({ dispatch }) => dispatch?.status === "open" && dispatch.ask.kind !== "run",
  )
  if (asked.some(({ answer }) => answer === undefined) || !isAsking) return { kind: "nothing" }
  const id = `${BUDGET_QUESTION}-${asked.length + 1}`
  const question = { ...makeBudgetQuestion(step, round, { why, at }), id, ...(needs === undefined ? {} : { needs }) }
  const held: Draft = {
    ...draft,
    changes: [{ kind: "all", step, round, as: "held" }],
    events: [{ kind: "held", data: { step, round, why } }],
  }
  return stay(addQuestions(held, [question]))
}

function setBudget(draft: Draft, { budget: given, by }: Extract<RunEvent, { kind: "budget" }>): Decision {
  const named = Object.entries(given).filter(([, ceiling]) => ceiling !== undefined)
  const budget = { ...draft.head.budget, ...Object.fromEntries(named) }
  const told = { kind: "raised", data: { budget, by } }
  return { ...stay({ ...draft, head: { ...draft.head, budget }, events: [told] }), atCeiling: "set" }
}

/** A person passes a gate that blocks, if the definition allows it, with a reason that is stored. */
function decideOverride(
  workflow: Workflow,
  state: DecidedState,
  event: Extract<RunEvent, { kind: "override" }>,
): Decision {
  const gate = findStep(workflow, event.gate)
  const { visit } = state.run
  if (gate?.kind !== "gate")
    return refuse("run.no-override", `${event.gate} is not a gate`, "skillet run show lists the gates")
  if (gate.override !== "person")
    return refuse(
      "run.no-override",
      `the workflow does not let anyone pass ${gate.id}`,
      "fix what it found, or cancel the run",
    )
  if (event.reason.trim() === "") return refuse("run.no-override", "an override needs a reason", "give --reason")
  const isAt = visit?.step === gate.id
  const isBehind = visit?.via?.step === gate.id && visit.via.outcome === "fail"
  if (visit === undefined || (!isAt && !isBehind))
    return refuse("run.no-override", `the run is not waiting at ${gate.id}`, "skillet run current shows where it is")
  return passGate(startDraft(state, event.at), gate, event)
}

function passGate(
  draft: Draft,
  gate: Extract<Step, { kind: "gate" }>,
  event: Extract<RunEvent, { kind: "override" }>,
): Decided {
  const { visit } = draft
  const from = { step: visit.step, round: visit.round }
  const round = visit.step === gate.id ? visit.round : (visit.via?.round ?? 1)
  const told = { kind: "override", data: { gate: gate.id, round, from, by: event.by, reason: event.reason } }
  const because = writePassNote(event.by, event.reason)
  const evidence = visit.step === gate.id ? visit.evidence : visit.via?.evidence
  const loop = visit.loop ?? draft.head.loops[gate.id]
  const { loops } = draft.head
  const cleared: Draft = {
    ...draft,
    head: {
      ...addPassedGate(draft.head, gate, { because, evidence }),
      questions: dropOpenQuestions(draft.head),
      loops: loop === undefined ? loops : { ...loops, [gate.id]: { ...loop, outcome: "ok" } },
    },
    changes: [{ kind: "all", ...from, as: "cancelled" }],
    events: [told],
  }
  return leave(noteVisit(cleared, { because }), gate, "ok")
}
