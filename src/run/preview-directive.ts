import { END, isOutcome, type Outcome, findNextStep } from "../workflow/outcome.ts"
import type { ParamValue } from "../workflow/params.ts"
import { fillTemplate, openLookup } from "../workflow/template.ts"
import { type GateStep, type Step, findStep, type Workflow } from "../workflow/workflow.ts"
import { findLoopGate } from "./advance/decide/enter.ts"
import { writeOutputActions, addShape } from "./advance/decide/output-shape.ts"
import { type Directive, type ReviewState, type ShownDispatch, fillAction } from "./directive/directive.ts"
import { writeChildCommand, type StepCall, writeStepCommand } from "./directive/commands.ts"
import { listReportableOutcomes, describeReview } from "./build-directive.ts"

/** How to show a step without a run: the state of a run is passed in. */
export interface StepGiven {
  readonly params?: Readonly<Record<string, ParamValue>>
  readonly iteration?: number
  readonly failed?: boolean
  readonly status?: "pass" | "fail" | undefined
  /** What the printed commands repeat. */
  readonly call?: StepCall
}

/** A step as it would be shown, without a run: parameters at their defaults, values empty. */
export function previewDirective(workflow: Workflow, step: Step, given: StepGiven = {}): Directive {
  const defaults = Object.fromEntries(
    workflow.params.flatMap((one) => (one.default === undefined ? [] : [[one.name, one.default]])),
  )
  const params = { ...defaults, ...given.params }
  const lookup = openLookup({
    params,
    values: {},
    run: { id: "", round: 1 },
    loop: { iteration: given.iteration ?? 1 },
  })
  const number = workflow.steps.indexOf(step) + 1
  const review = previewReview(workflow, step, given)
  const next = listNextCommands(workflow, step, given)
  const isLast = next.length > 0 && next.every(({ command }) => command === undefined)
  return {
    run: "",
    workflow: workflow.name,
    step: step.id,
    round: 1,
    kind: step.kind,
    title: fillTemplate(step.title, lookup),
    number,
    total: workflow.steps.length,
    phase: step.phase,
    review,
    ...gateResult(step, given, lookup),
    actions: [...step.actions.map((action) => fillAction(action, lookup)), ...writeOutputActions(step)],
    resources: workflow.resources ?? {},
    outcomes: next.flatMap(({ outcome, command }) => (command === undefined ? [] : [{ outcome, command }])),
    dispatches: showDispatches(step, given.call ?? {}, lookup),
    questions: [],
    done: isLast,
    ended: isLast,
    status: isLast ? "done" : "running",
  }
}

function gateResult(step: Step, { status }: StepGiven, lookup: (path: string) => unknown): Pick<Directive, "gate"> {
  if (step.kind !== "gate" || status === undefined) return {}
  const passed = fillTemplate(step.loop?.passMessage ?? "The gate passed.", lookup)
  const message = status === "pass" ? passed : "Issues are open."
  return { gate: { gate: step.title, status, message } }
}

function previewReview(workflow: Workflow, step: Step, given: StepGiven): ReviewState | undefined {
  const id = findLoopGate(workflow, step.id)
  const gate = id === undefined || step.kind === "gate" ? undefined : findStep(workflow, id)
  if (gate?.kind !== "gate") return undefined
  const { iteration = 1, failed = false, status = "none" } = given
  return describeReview(
    { workflow, gate: gate as GateStep, step },
    { iteration, failed, status, mustOnly: false },
    undefined,
  )
}

interface After {
  readonly outcome: Outcome
  /** Absent if the outcome ends the procedure. */
  readonly command?: string
}

/** What to run for each possible outcome; a gate has only the one that its review's status gives it. */
function listNextCommands(workflow: Workflow, step: Step, given: StepGiven): readonly After[] {
  const possible =
    step.kind === "gate" ? [given.status === "fail" ? ("fail" as const) : ("ok" as const)] : reportable(step)
  return possible.flatMap((outcome) => {
    const to = findNextStep(step.next, outcome)
    if (to === undefined) return []
    return [to === END ? { outcome } : { outcome, command: writeNextCommand(workflow, { step, to, outcome }, given) }]
  })
}

function reportable(step: Step): readonly Outcome[] {
  const own = listReportableOutcomes(step, 1)
  return own.length > 0 ? own : Object.keys(step.next).filter(isOutcome)
}

/** The command repeats the counter through the whole loop, because without a run nothing else stores it. */
function writeNextCommand(
  workflow: Workflow,
  { step, to, outcome }: { readonly step: Step; readonly to: string; readonly outcome: Outcome },
  given: StepGiven,
): string {
  const number = workflow.steps.findIndex(({ id }) => id === to) + 1
  const target = findStep(workflow, to)
  const isFailed = step.kind === "gate" && outcome === "fail"
  const iteration = (given.iteration ?? 1) + (isFailed ? 1 : 0)
  const inLoop =
    findLoopGate(workflow, to) !== undefined &&
    (isFailed || findLoopGate(workflow, step.id) === findLoopGate(workflow, to))
  const flags = [
    ...(inLoop && iteration > 1 ? [`--qr-iteration ${iteration}`] : []),
    ...(isFailed ? ["--qr-fail"] : []),
    ...(target?.kind === "gate" ? ["--qr-status", outcome === "fail" ? "fail" : "pass"] : []),
  ]
  return writeStepCommand(given.call ?? {}, { workflow: workflow.name, step: number, flags })
}

function showDispatches(step: Step, call: StepCall, lookup: (path: string) => unknown): readonly ShownDispatch[] {
  if (step.kind === "dispatch") {
    const prompt = addShape(step, fillTemplate(step.prompt ?? "", lookup))
    const { workflow, with: params } = step
    const child = workflow === undefined ? {} : { command: writeChildCommand(call, { workflow, with: params }, lookup) }
    return [
      {
        item: "-",
        agent: step.agent,
        prompt,
        answered: false,
        ...child,
        ...(step.tier === undefined ? {} : { tier: step.tier }),
      },
    ]
  }
  if (step.kind !== "fanout") return []
  const asked =
    step.items.kind === "list"
      ? step.items.items
      : step.items.kind === "computed"
        ? []
        : [{ item: "1", ...step.items.ask }]
  return asked.map(({ item, agent, prompt = "", workflow, with: params }) => ({
    item,
    agent,
    prompt: addShape(step, fillTemplate(prompt, lookup)),
    answered: false,
    ...(workflow === undefined ? {} : { command: writeChildCommand(call, { workflow, with: params }, lookup) }),
  }))
}
