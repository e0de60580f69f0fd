import type { ParamValue } from "../workflow/params.ts"
import { fillTemplate, openLookup } from "../workflow/template.ts"
import { type Asked, type FanoutStep, type GateStep, type Step, findStep, type Workflow } from "../workflow/workflow.ts"
import { listUnfilledItems, type UnfilledItem } from "./advance/decide/ask/fanout-items.ts"
import { findLoopGate } from "./advance/decide/enter.ts"
import { FIRST_LOOP } from "./advance/decide/gate/judge-gate.ts"
import { writeOutputActions, addShape } from "./advance/decide/output-shape.ts"
import { buildScope } from "./advance/decide/scope.ts"
import { describeReview } from "./build-directive.ts"
import { type Directive, type ReviewState, type ShownDispatch, fillAction } from "./directive/directive.ts"
import { writeChildCommand, type StepCall } from "./directive/commands.ts"
import { NO_ITEM, type LoopState } from "./model.ts"
import { listNextCommands, type StepGiven, writeLimitActions } from "./preview-routing.ts"

/** A step as a run would show it, with parameters at their defaults and values empty unless they are given. */
export function previewDirective(workflow: Workflow, step: Step, given: StepGiven = {}): Directive {
  const defaults = Object.fromEntries(
    workflow.params.flatMap((one) => (one.default === undefined ? [] : [[one.name, one.default]])),
  )
  const params = { ...defaults, ...given.params }
  const { values = {} } = given
  const loop = findLoop(workflow, step, given)
  const round = loop?.iteration ?? 1
  const scope = buildScope({ id: "", params: JSON.stringify(params) }, { values, round, loop })
  const lookup = openLookup(scope)
  const next = listNextCommands(workflow, step, { given, lookup })
  const isLast = next.length > 0 && next.every(({ command }) => command === undefined)
  return {
    run: "",
    workflow: workflow.name,
    step: step.id,
    round,
    kind: step.kind,
    title: fillTemplate(step.title, lookup),
    number: workflow.steps.indexOf(step) + 1,
    total: workflow.steps.length,
    phase: step.phase,
    review: previewReview(workflow, step, loop),
    ...gateResult(step, given, lookup),
    actions: [
      ...step.actions.map((action) => fillAction(action, { lookup, program: given.call?.program })),
      ...writeOutputActions(step),
      ...writeQuestionActions(step, lookup),
      ...writeLimitActions(step, given),
    ],
    resources: workflow.resources ?? {},
    outcomes: next.flatMap(({ outcome, command }) => (command === undefined ? [] : [{ outcome, command }])),
    dispatches: showDispatches(step, { call: given.call ?? {}, params, values, scope }),
    questions: [],
    done: isLast,
    ended: isLast,
    status: isLast ? "done" : "running",
  }
}

/** The state of the review loop that a step belongs to, from the flags. */
function findLoop(workflow: Workflow, { id }: Step, given: StepGiven): LoopState | undefined {
  const gate = findLoopGate(workflow, id)
  if (gate === undefined) return undefined
  const { iteration = 1, failed = iteration > 1, status = failed ? "fail" : "none" } = given
  return { gate, ...FIRST_LOOP, iteration, failed, status }
}

function gateResult(step: Step, { status }: StepGiven, lookup: (path: string) => unknown): Pick<Directive, "gate"> {
  if (step.kind !== "gate" || status === undefined) return {}
  const passed = fillTemplate(step.loop?.passMessage ?? "The gate passed.", lookup)
  const message = status === "pass" ? passed : "Issues are open."
  return { gate: { gate: step.title, status, message } }
}

function previewReview(workflow: Workflow, step: Step, loop: LoopState | undefined): ReviewState | undefined {
  const gate = loop === undefined || step.kind === "gate" ? undefined : findStep(workflow, loop.gate)
  if (loop === undefined || gate?.kind !== "gate") return undefined
  return describeReview({ workflow, gate: gate as GateStep, step }, loop, undefined)
}

/** Without a run nobody can answer with a command, so the questions are part of what to do. */
function writeQuestionActions(step: Step, lookup: (path: string) => unknown): readonly string[] {
  if (step.kind !== "ask" || "from" in step.questions) return []
  return step.questions.map(({ text, options }) => {
    const choices = options.map(({ label, about, outcome = "ok" }) => {
      const more = about === undefined ? "" : `, ${about}`
      return `- ${fillTemplate(label, lookup)}${more} (outcome ${outcome})`
    })
    return [`Ask the user: ${fillTemplate(text, lookup)}`, ...choices].join("\n")
  })
}

interface Shown {
  readonly call: StepCall
  readonly params: Readonly<Record<string, ParamValue>>
  readonly values: Readonly<Record<string, unknown>>
  readonly scope: Readonly<Record<string, unknown>>
}

function showDispatches(step: Step, shown: Shown): readonly ShownDispatch[] {
  if (step.kind === "dispatch") return [showAsked(step, { ...step, item: NO_ITEM }, { shown, fields: undefined })]
  if (step.kind !== "fanout") return []
  return listItems(step, shown).map(({ ask, fields }) => showAsked(step, ask, { shown, fields }))
}

/** One for all if the value that the items come from is not known. */
function listItems({ items }: FanoutStep, { params, values }: Shown): readonly UnfilledItem[] {
  if (items.kind === "computed") return []
  if (items.kind === "each" && values[items.of] === undefined) return [{ ask: { item: "1", ...items.ask }, fields: {} }]
  return listUnfilledItems(items, { params, values })
}

function showAsked(
  step: Step,
  { item, agent, prompt = "", workflow, with: params, tier }: Asked & { readonly item: string },
  { shown, fields }: { readonly shown: Shown; readonly fields: UnfilledItem["fields"] | undefined },
): ShownDispatch {
  const lookup = openLookup(fields === undefined ? shown.scope : { ...shown.scope, item: fields })
  const text = fillTemplate(prompt, lookup)
  return {
    item,
    agent,
    prompt: workflow === undefined ? addShape(step, text) : text,
    answered: false,
    ...(workflow === undefined ? {} : { command: writeChildCommand(shown.call, { workflow, with: params }, lookup) }),
    ...(tier === undefined ? {} : { tier }),
  }
}
