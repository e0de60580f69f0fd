import { findNearestNames } from "../../../text/find-nearest-names.ts"
import { isOutcome, type Outcome } from "../../../workflow/outcome.ts"
import { type FanoutStep, type Step, findStep, type Workflow } from "../../../workflow/workflow.ts"
import { ALL_ITEMS, type Result, type Run, type Visit } from "../../model.ts"
import { type Decision, extractHead, addSpending, refuseEnded, refuse } from "./decision.ts"
import type { ReportEvent, DecidedState } from "./event.ts"
import { describeInterruptedStart } from "./interrupted-start.ts"
import { readGateAnswers } from "./gate/commands.ts"
import { addCosts } from "./ask/estimate-use.ts"
import { judgeGate } from "./gate/judge-gate.ts"
import { dropOpenQuestions, type Draft, leave, noteVisit, stay } from "./draft.ts"
import { refuseWrongOutput } from "./output-shape.ts"
import { refuseMissingPlaces } from "./reported-places.ts"
import {
  digestResults,
  isSameReport,
  keepAnswer,
  parseAnswerValue,
  readOutcome,
  setValue,
  takeAnswer,
} from "./take-answer.ts"

type Report = ReportEvent & { readonly at: number }

/** Takes a report. The first report of a key counts; repeating it changes nothing. */
export function decideReport(workflow: Workflow, state: DecidedState, event: Report): Decision {
  const step = findStep(workflow, event.item.step)
  if (step === undefined) return unknownStep(workflow, event.item.step)
  if (state.item?.result !== undefined) return decideRepeatedReport(state.item.result, event)
  if (state.run.status !== "running") return refuseEnded(state.run)
  const wrong =
    claimed(step, event) ??
    wrongPlace(state, event) ??
    wrongKind(step, state, event) ??
    wrongReporter(step, state, event)
  if (wrong !== undefined) return wrong
  const outcome = event.outcome ?? (event.text === undefined ? undefined : readOutcome(event.text)) ?? onlyOutcome(step)
  if (outcome === undefined)
    return refuse(
      "run.no-outcome",
      `the answer to ${step.id} does not state an outcome`,
      "end it with a line such as OUTCOME: ok",
    )
  return (
    refuseWrongOutput(workflow, step, { ...event, outcome }) ??
    refuseMissingPlaces(step, outcome, state.missingPlaces ?? []) ??
    wrongOutcome({ step, state, event, outcome }) ??
    take({ step, state, event, outcome })
  )
}

function unknownStep(workflow: Workflow, id: string): Decision {
  const names = workflow.steps.map((step) => step.id)
  const near = findNearestNames(id, names)
  const next = near.length > 0 ? `did you mean ${near.join(" or ")}?` : `its steps are ${names.join(", ")}`
  return refuse("run.unknown-step", `workflow ${workflow.name} has no step "${id}"`, next)
}

function decideRepeatedReport(result: Result, event: Report): Decision {
  if (isSameReport(result, event)) return { kind: "again", result }
  return refuse(
    "run.answered",
    `${keyText(event)} was already reported as ${result.outcome}, with a different answer`,
    `skillet run current ${result.run} shows what to do now`,
  )
}

/** A gate's outcome is computed from evidence and cannot be reported. */
function claimed(step: Step, event: Report): Decision | undefined {
  if ((step.kind !== "gate" && step.kind !== "compute") || event.epoch !== undefined || event.reused !== undefined)
    return undefined
  const next = "report the step the run is at; skillet run current shows it"
  return refuse("run.not-reportable", `${step.id} cannot be reported: its outcome is computed`, next)
}

/** Only the current step of a run can be reported. */
function wrongPlace({ run }: DecidedState, { item }: Report): Decision | undefined {
  const { visit } = run
  if (visit?.step === item.step && visit.round === item.round) return undefined
  const next = `skillet run current ${run.id} shows what to do now`
  const where = visit === undefined ? "at its start" : `at ${visit.step}, round ${visit.round}`
  if (item.round >= 1 && item.round <= (run.rounds[item.step] ?? 0))
    return refuse("run.stale", `the run is past ${item.step}, round ${item.round}; it is ${where}`, next)
  return refuse("run.out-of-order", `${item.step}, round ${item.round}, was never reached; the run is ${where}`, next)
}

/** Gates, questions and child runs cannot be reported. */
function wrongKind(step: Step, { run, item }: DecidedState, event: Report): Decision | undefined {
  const dispatch = item?.dispatch
  const show = `skillet run current ${run.id} shows what to do now`
  if (dispatch === undefined) {
    if (step.kind === "wait" && "reported" in step.until) return undefined
    if (step.kind === "ask" && event.reused !== undefined) return undefined
    if (step.kind === "fanout") return refuse("run.unknown-item", `${step.id} has no item "${event.item.item}"`, show)
    const reason = step.kind === "ask" ? "a person answers it" : "it waits"
    return refuse("run.not-reportable", `${step.id} cannot be reported: ${reason}`, show)
  }
  // A child run that started before the ceiling was reached still ends, and its end is reported only once.
  const isOwnChild = dispatch.ask.kind === "run" && event.child === dispatch.ask.run
  if (dispatch.status === "held" && !isOwnChild)
    return refuse("run.not-reportable", `${step.id} is waiting for a person's decision`, show)
  if (dispatch.status === "cancelled") return refuse("run.stale", `${keyText(event)} is no longer needed`, show)
  if (dispatch.ask.kind === "run" && event.child !== dispatch.ask.run && event.reused === undefined)
    return refuse(
      "run.not-reportable",
      `${keyText(event)} is answered when run ${dispatch.ask.run} ends`,
      `skillet run current ${dispatch.ask.run}`,
    )
  return undefined
}

/**
 * A step whose result is checked first is reported by the command that checks it. Anyone may report that it failed,
 * unless that command does it itself while it starts the run.
 */
function wrongReporter(step: Step, { run }: DecidedState, event: Report): Decision | undefined {
  const { reportedBy } = step
  if (reportedBy === undefined || event.reused !== undefined || event.through === reportedBy) return undefined
  if (step.reportedAtStart === true) return { kind: "refused", refusal: describeInterruptedStart(run.id, step) }
  if (event.outcome === "fail") return undefined
  return refuse(
    "run.not-reportable",
    `${step.id} is reported by another command, which checks the result first`,
    `run this instead: skillet ${reportedBy} ${run.id}`,
  )
}

/** If only one outcome is possible, it need not be stated. */
function onlyOutcome(step: Step): Outcome | undefined {
  if (step.kind !== "do") return "ok"
  const [first, ...others] = Object.keys(step.next)
  return others.length === 0 && first !== undefined && isOutcome(first) ? first : undefined
}

function wrongOutcome({ step, state, outcome }: Taking): Decision | undefined {
  const { visit } = state.run
  if (outcome === "iterate" && step.maxRounds !== undefined && visit !== undefined && visit.round >= step.maxRounds)
    return refuse(
      "run.cap-reached",
      `${step.id} was done ${visit.round} times, which is its cap`,
      "report it with another outcome",
    )
  return undefined
}

interface Taking {
  readonly step: Step
  readonly state: DecidedState
  readonly event: Report
  readonly outcome: Outcome
}

function take({ step, state, event, outcome }: Taking): Decision {
  const { run, item } = state
  const dispatch = item?.dispatch
  const notStarted = dispatch !== undefined && outcome === "fail" && isHandedBack(event) ? true : undefined
  const costs = outcome === "fail" ? run.costs : addCosts(run.costs, dispatch?.agent, event.usage)
  const start: Draft = {
    at: event.at,
    head: { ...extractHead(run), updated: event.at, spent: addSpent(step, run.spent, { ...event, notStarted }), costs },
    visit: run.visit as Visit,
    changes: [],
    events: [],
  }
  const isSingle = step.kind !== "fanout" && step.kind !== "gate"
  const given = {
    item: event.item.item,
    outcome,
    text: event.text,
    by: event.by,
    usage: event.usage,
    reused: event.reused,
    agent: dispatch?.agent,
    inputs: dispatch?.inputs,
    writes: isSingle ? step.writes?.[0] : undefined,
  }
  const kept = dispatch === undefined ? keepAnswer(start, given) : takeAnswer(start, given, event.epoch)
  const digest = findTakenBody(kept)?.digest ?? null
  const { by, reused, reason } = event
  const told = { kind: "reported", data: { ...event.item, outcome, digest, by, reused, reason, notStarted } }
  const draft: Draft = { ...kept, events: [told] }
  if (step.kind === "fanout") return join(draft, step, { state, outcome })
  if (step.kind === "gate") return gateAnswered(draft, step, { state, outcome, event })
  const because = reason ?? (outcome === "fail" ? findReason(event.text) : undefined) ?? draft.visit.because
  return leave(noteVisit(counted(draft, outcome), { because }), step, outcome)
}

const LONGEST_REASON = 300

/** Without a reason of its own, a failure is explained by its output: the `reason` in it, or its first line with words. */
function findReason(text = ""): string | undefined {
  const { reason } = Object(parseAnswerValue(text)) as { readonly reason?: unknown }
  const lines = [typeof reason === "string" ? reason : "", text].flatMap((one) => one.split("\n"))
  const line = lines.find((one) => /[\p{L}\p{N}]/u.test(one) && !/^\s*(?:OUTCOME|RESULT):/i.test(one))
  return line === undefined ? undefined : shortenReason(line.trim())
}

function shortenReason(line: string): string {
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line
}

/** Of the answer that was just taken. */
function findTakenBody({ changes }: Draft): Result["body"] {
  const last = changes.at(-1)
  return last?.kind === "answer" || last?.kind === "keep" ? last.answer.body : undefined
}

/** Its agent could not be started: there is a reason, and nothing that an agent said or used. */
function isHandedBack({ reason, text, usage }: Report): boolean {
  return reason !== undefined && text === reason && usage === undefined
}

/** An agent was counted when the step was entered, even if the answer is another run's or the agent never ran. */
function addSpent(
  step: Step,
  spent: Run["spent"],
  { usage, reused, notStarted }: Report & { readonly notStarted: true | undefined },
): Run["spent"] {
  const isUnasked =
    notStarted === true || (reused !== undefined && (step.kind === "dispatch" || step.kind === "fanout"))
  return addSpending(isUnasked ? { ...spent, agents: spent.agents - 1 } : spent, usage)
}

/** Whether the answers so far settle a fan-out. */
function join(
  draft: Draft,
  step: FanoutStep,
  { state, outcome }: { readonly state: DecidedState; readonly outcome: Outcome },
): Decision {
  const now = counted(draft, outcome)
  const settled = joinOutcomes(step.join, now.visit)
  if (settled === undefined) return stay(now)
  const isEarly = now.visit.ok + now.visit.failed < now.visit.total
  return leave(valueOfAll(isEarly ? withoutOthers(now) : now, step, state), step, settled)
}

/** Agents that have not answered are no longer needed, and neither is a person's permission for them. */
function withoutOthers(draft: Draft): Draft {
  const { step, round } = draft.visit
  return {
    ...draft,
    head: { ...draft.head, questions: dropOpenQuestions(draft.head) },
    changes: [...draft.changes, { kind: "all", step, round, as: "cancelled" }],
  }
}

/** One more answer of the visit's items. */
function counted(draft: Draft, outcome: Outcome): Draft {
  const { ok, failed } = draft.visit
  return noteVisit(draft, outcome === "fail" ? { failed: failed + 1 } : { ok: ok + 1 })
}

/** The outcome of a fan-out with this many answers; undefined while more are needed. */
export function joinOutcomes(
  join: FanoutStep["join"],
  { ok, failed, total }: Pick<Visit, "ok" | "failed" | "total">,
): Outcome | undefined {
  const isAll = ok + failed === total
  if (join === "settled") return isAll ? (ok > 0 ? "ok" : "fail") : undefined
  if (join === "all") return failed > 0 ? "fail" : isAll ? "ok" : undefined
  if (ok >= join.atLeast) return "ok"
  return failed > total - join.atLeast || isAll ? "fail" : undefined
}

/** All answers of a visit as one value, in the order of their items' names. */
function valueOfAll(draft: Draft, step: FanoutStep, { items = [] }: DecidedState): Draft {
  const name = step.writes?.[0]
  if (name === undefined) return draft
  const before = items.flatMap(({ result }) => (result === undefined ? [] : [result]))
  const now = draft.changes.flatMap((change) =>
    change.kind === "answer" ? [{ ...change.answer, item: change.item.item }] : [],
  )
  const { step: id, round } = draft.visit
  return setValue(draft, name, { step: id, round, item: ALL_ITEMS, digest: digestResults([...before, ...now]) })
}

function gateAnswered(
  draft: Draft,
  step: Extract<Step, { kind: "gate" }>,
  { state, outcome, event }: { readonly state: DecidedState; readonly outcome: Outcome; readonly event: Report },
): Decision {
  const now = counted(draft, outcome)
  if (now.visit.ok + now.visit.failed < now.visit.total) return stay(now)
  const said = { ...state.commands, [event.item.item]: event.text ?? "" }
  return judgeGate(now, step, { texts: state.texts ?? {}, answers: readGateAnswers(step, said) })
}

function keyText({ item }: Report): string {
  return item.item === "-" ? `${item.step}, round ${item.round}` : `${item.step}, round ${item.round}, ${item.item}`
}
