import { type Step, stepOf, type Workflow } from "../../workflow/workflow.ts"
import { BUDGET_QUESTION, budgetQuestion } from "./ceilings.ts"
import { decideAnswer } from "./decide-answer.ts"
import { decideReport } from "./decide-report.ts"
import type { Decided, Decision } from "./decision.ts"
import { enter } from "./enter.ts"
import type { RunEvent, RunState } from "./event.ts"
import { type Draft, draftOf, endRun, leave, leaveByError, noting, stay } from "./leave.ts"
import { ended, refuse } from "./refuse.ts"

/** What follows from an event: a pure function of the definition, what is committed, and the event. */
export function decide(workflow: Workflow, state: RunState, event: RunEvent): Decision {
  if (event.kind === "enter") return enter(workflow, state, event)
  if (event.kind === "report") return decideReport(workflow, state, event)
  if (state.run.status !== "running") return ended(state.run)
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
    case "cancel":
      return endRun(draftOf(state, event.at), "cancelled", `${event.reason} (${event.by})`)
  }
}

/** A dispatch that nobody could carry out. */
function decideError(workflow: Workflow, state: RunState, event: Extract<RunEvent, { kind: "error" }>): Decision {
  const { visit } = state
  const step = stepOf(workflow, event.item.step)
  if (step === undefined || visit === undefined || visit.step !== event.item.step || visit.round !== event.item.round)
    return { kind: "nothing" }
  if (state.dispatch === undefined || state.dispatch.status === "answered" || state.dispatch.status === "cancelled")
    return { kind: "nothing" }
  if (step.kind === "fanout") {
    const { ask } = state.dispatch
    const { kind: _kind, message, ...told } = event
    const child = ask.kind === "run" ? { child: ask.run } : {}
    return decideReport(workflow, state, { ...told, ...child, kind: "report", outcome: "fail", text: message })
  }
  const draft = draftOf(state, event.at)
  const settled = {
    kind: "settle",
    key: { run: state.run.id, ...event.item },
    as: "cancelled",
    ...(event.epoch === undefined ? {} : { epoch: event.epoch }),
  } as const
  return leaveByError({ ...draft, changes: [settled] }, step, event)
}

function decideTick(workflow: Workflow, state: RunState, { at }: { readonly at: number }): Decision {
  const { visit } = state
  const step = visit === undefined ? undefined : stepOf(workflow, visit.step)
  if (visit === undefined || step?.kind !== "wait" || !("seconds" in step.until)) return { kind: "nothing" }
  if (at < visit.entered + step.until.seconds * 1000) return { kind: "nothing" }
  return leave(draftOf(state, at), step, "ok")
}

/** A ceiling was reached while agents were at work: nobody else is asked until a person decides. */
function holdAtCeiling(state: RunState, { at, why }: Extract<RunEvent, { kind: "hold" }>): Decision {
  const draft = draftOf(state, at)
  const { step, round } = draft.visit
  const open = (state.questions ?? []).some(({ kind, answer }) => kind === "budget" && answer === undefined)
  // The run went on since: there is nobody left here who could be held back.
  const isAsking = (state.dispatches ?? []).some(({ status, ask }) => status === "open" && ask.kind !== "run")
  if (open || !isAsking) return { kind: "nothing" }
  const count = (state.questions ?? []).filter(({ kind }) => kind === "budget").length
  const question = { ...budgetQuestion(step, round, { why, at }), id: `${BUDGET_QUESTION}-${count + 1}` }
  return stay({
    ...draft,
    changes: [
      { kind: "dispatches", step, round, as: "held" },
      { kind: "question", question },
    ],
    events: [{ kind: "held", data: { step, round, why } }],
  })
}

/** A person passes a gate that stands in the way: where the definition allows it, and with a reason that is kept. */
function decideOverride(workflow: Workflow, state: RunState, event: Extract<RunEvent, { kind: "override" }>): Decision {
  const gate = stepOf(workflow, event.gate)
  const { visit } = state
  if (gate?.kind !== "gate")
    return refuse("run.no-override", `${event.gate} is no gate`, "skillet run show names the gates")
  if (gate.override !== "person")
    return refuse(
      "run.no-override",
      `the workflow does not let anyone pass ${gate.id}`,
      "mend what it found, or cancel the run",
    )
  if (event.reason.trim() === "") return refuse("run.no-override", "an override needs a reason", "give --reason")
  const isAt = visit?.step === gate.id
  const isBehind = visit?.via?.step === gate.id && visit.via.outcome === "fail"
  if (visit === undefined || (!isAt && !isBehind))
    return refuse("run.no-override", `the run does not wait at ${gate.id}`, "skillet run current shows where it is")
  return passGate(draftOf(state, event.at), gate, event)
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
  const cleared: Draft = {
    ...draft,
    changes: [
      { kind: "dispatches", step: visit.step, round: visit.round, as: "cancelled" },
      { kind: "withdraw-questions" },
    ],
    events: [told],
  }
  return leave(noting(cleared, { because: `passed by ${event.by}: ${event.reason}` }), gate, "ok")
}
