import type { DispatchRow, QuestionRow, RunRow, VisitRow } from "../../ports/run-store.ts"
import type { Action, Block } from "../../workflow/blocks.ts"
import { END, type Outcome, outcomes, targetOf } from "../../workflow/outcome.ts"
import { blockingLevels } from "../../workflow/review-policy.ts"
import type { Tier } from "../../workflow/roles.ts"
import { needsOutput } from "../../workflow/output-of.ts"
import { fillTemplate, lookupIn } from "../../workflow/template.ts"
import { type GateStep, type Step, stepOf, type Workflow } from "../../workflow/workflow.ts"
import { MOST_AT_ONCE } from "../decide/ask-questions.ts"
import { outputActions } from "../decide/output-words.ts"
import { NO_ITEM } from "../decide/event.ts"
import { scopeOf } from "../decide/scope.ts"
import { answerCommand, currentCommand, outputFile, reportCommand } from "../directive/commands.ts"
import type { Directive, GateResult, ReviewState, ShownDispatch, ShownQuestion } from "../directive/directive.ts"
import { isPassedByPerson } from "../gate/passed-by.ts"
import { childAnswer } from "./child-answer.ts"
import { passedActions, passedGates } from "./passed-gates.ts"
import { resultActions, runResult } from "./run-result.ts"
import { type Engine, findRun } from "./engine.ts"
import { addRun, readValue, type Work } from "./work.ts"

/** What is to be done now. Derived from what is committed: asking again gives the same. */
export async function currentDirective(engine: Engine, id: string): Promise<Directive> {
  const run = await findRun(engine, id)
  const workflow = await engine.definitions.find(run.definition)
  if (run.status !== "running") return endDirective(engine, run, workflow)
  const visit = await engine.store.visit(run.id, run.step, run.round)
  if (visit === undefined) throw new Error(`run ${id} stands at a visit that is not there`)
  return visitDirective(engine, { run, workflow, visit })
}

/** What a visit told when it was entered, whatever has happened since. */
export async function directiveAt(
  engine: Engine,
  id: string,
  at: Pick<VisitRow, "step" | "round">,
): Promise<Directive> {
  const run = await findRun(engine, id)
  const workflow = await engine.definitions.find(run.definition)
  const visit = at.step === END ? undefined : await engine.store.visit(id, at.step, at.round)
  if (visit === undefined) return endDirective(engine, run, workflow)
  return visitDirective(engine, { run, workflow, visit, asEntered: true })
}

interface At {
  readonly run: RunRow
  readonly workflow: Workflow
  readonly visit: VisitRow
  /** Before anybody answered, and before anything was asked beside what the step asks. */
  readonly asEntered?: true
}

async function visitDirective(engine: Engine, at: At): Promise<Directive> {
  const { run, workflow, visit } = at
  const step = stepOf(workflow, visit.step)
  if (step === undefined) throw new Error(`workflow ${workflow.name} has no step ${visit.step}`)
  const { store } = engine
  const [values, dispatches, questions, gate, passed] = await Promise.all([
    valuesOf(engine, at),
    step.kind === "do" ? [] : dispatchesAt(engine, at),
    store.questions({ run: run.id, step: step.id, round: visit.round }),
    gateBefore(engine, at),
    passedGates(engine, run, workflow),
  ])
  const scope = scopeOf(run, { values, round: visit.round, ...(visit.loop === undefined ? {} : { loop: visit.loop }) })
  const lookup = lookupIn(scope)
  const open = questions.filter(({ answer, withdrawn, asked }) =>
    at.asEntered === true ? asked === visit.entered : answer === undefined && withdrawn !== true,
  )
  const isHeld = open.some(({ kind }) => kind !== "step")
  const review = reviewState(at, step)
  return {
    ...placeOf(at, step),
    title: fillTemplate(step.title, lookup),
    ...(gate === undefined ? {} : { gate }),
    ...(review === undefined ? {} : { review }),
    actions: isHeld
      ? []
      : [...passedActions(passed), ...step.actions.map((action) => fillAction(action, lookup)), ...outputActions(step)],
    resources: workflow.resources ?? {},
    outcomes: isHeld ? [] : reportable(at, step),
    dispatches: isHeld ? [] : dispatches.flatMap((dispatch) => shownDispatch(dispatch, step)),
    questions: open.slice(0, MOST_AT_ONCE).map(shownQuestion),
    done: false,
    status: "running",
    ...holdingText(step, visit, isHeld),
    ...afterCommand(run, step, dispatches),
  }
}

async function dispatchesAt(engine: Engine, { run, visit, asEntered }: At): Promise<readonly DispatchRow[]> {
  const dispatches = await engine.store.dispatches(run.id, visit.step, visit.round)
  return asEntered === true ? dispatches.map((one) => ({ ...one, status: "open" })) : dispatches
}

function placeOf({ run, workflow, visit }: At, step: Step) {
  return {
    run: run.id,
    workflow: workflow.name,
    step: step.id,
    round: visit.round,
    kind: step.kind,
    number: workflow.steps.indexOf(step) + 1,
    total: workflow.steps.length,
    ...(step.phase === undefined ? {} : { phase: step.phase }),
  }
}

async function valuesOf(engine: Engine, { run, workflow, visit }: At): Promise<Readonly<Record<string, unknown>>> {
  const work: Work = { engine, at: 0, runs: new Map() }
  const reading = addRun(work, { row: run, workflow, visit, seq: run.seq })
  const values: Record<string, unknown> = {}
  for (const [name, source] of Object.entries(visit.inputs)) values[name] = await readValue(work, reading, source)
  return values
}

async function gateBefore(engine: Engine, { run, workflow, visit }: At): Promise<GateResult | undefined> {
  const { via } = visit
  if (via === undefined || stepOf(workflow, via.step)?.kind !== "gate") return undefined
  const judged = await engine.store.visit(run.id, via.step, via.round)
  return judged === undefined ? undefined : gateResult(workflow, run, { ...judged, outcome: via.outcome })
}

/** A gate may be the last step: what it says is then said at the end. */
async function lastGate(engine: Engine, run: RunRow, workflow: Workflow): Promise<GateResult | undefined> {
  const last = (await engine.store.visits(run.id)).at(-1)
  return last === undefined ? undefined : gateResult(workflow, run, last)
}

function gateResult(workflow: Workflow, run: RunRow, visit: VisitRow): GateResult | undefined {
  const { outcome, because: said = "" } = visit
  const gate = stepOf(workflow, visit.step)
  if (gate?.kind !== "gate") return undefined
  const isPassed = outcome === "ok"
  const told = isPassed && !isPassedByPerson(said) ? gate.loop?.passMessage : undefined
  const lookup = lookupIn(scopeOf(run, { values: {}, round: visit.round }))
  const message = told === undefined ? said : fillTemplate(told, lookup)
  return { gate: gate.title, status: isPassed ? "pass" : "fail", message }
}

export function fillAction(action: Action, lookup: (path: string) => unknown): Action {
  if (typeof action === "string") return fillTemplate(action, lookup)
  return fillBlock(action, lookup)
}

function fillBlock(block: Block, lookup: (path: string) => unknown): Block {
  if ("items" in block) return { ...block, items: block.items.map((item) => fillTemplate(item, lookup)) }
  return "text" in block ? { ...block, text: fillTemplate(block.text, lookup) } : block
}

/** The step's part in a review loop: its name is on the review step, its count in the visit. */
function reviewState({ run, workflow, visit }: At, step: Step): ReviewState | undefined {
  const { loop } = visit
  const gate = loop === undefined ? undefined : stepOf(workflow, loop.gate)
  if (loop === undefined || gate?.kind !== "gate" || gate.loop === undefined || step.kind === "gate") return undefined
  return reviewOf({ workflow, gate, step }, loop, loop.failed ? reportFile(run, gate, visit) : undefined)
}

export function reviewOf(
  { workflow, gate, step }: { readonly workflow: Workflow; readonly gate: GateStep; readonly step: Step },
  loop: Pick<NonNullable<VisitRow["loop"]>, "iteration" | "failed" | "status" | "mustOnly">,
  report: string | undefined,
): ReviewState {
  const review = stepOf(workflow, gate.loop?.review ?? "")
  const name = (review !== undefined && "review" in review ? review.review : undefined) ?? gate.title
  return {
    name,
    part: step.id === gate.loop?.review ? "review" : "work",
    iteration: loop.iteration,
    failed: loop.failed,
    status: loop.status,
    fresh: gate.loop?.reverify === "fresh",
    blocking: blockingLevels(loop.iteration, loop.mustOnly),
    ...(report === undefined ? {} : { report }),
  }
}

/** Where the report lies that the step was entered for, if it reads it. */
function reportFile(run: RunRow, gate: GateStep, { inputs }: VisitRow): string | undefined {
  const source = Object.values(inputs).find(({ step }) => step === gate.loop?.review)
  return source === undefined ? undefined : outputFile(run.id, { ...source, item: NO_ITEM })
}

/** Which outcomes whoever does the step can report: all that lead somewhere, without those a cap rules out. */
export function outcomesOf(step: Step, round: number): readonly Outcome[] {
  if (step.kind === "wait") return "reported" in step.until ? ["ok"] : []
  if (step.kind !== "do") return []
  const named = outcomes.filter((outcome) => targetOf(step.next, outcome) !== undefined)
  const isCapped = step.maxRounds !== undefined && round >= step.maxRounds
  return named.filter((outcome) => outcome !== "iterate" || !isCapped)
}

function reportable({ run, visit }: At, step: Step): Directive["outcomes"] {
  const item = { step: step.id, round: visit.round, item: NO_ITEM }
  const file = needsOutput(step) ? { file: outputFile(run.id, item) } : {}
  return outcomesOf(step, visit.round).map((outcome) => ({
    outcome,
    command: reportCommand(run.id, item, { outcome, ...file }),
    ...file,
  }))
}

function shownDispatch(dispatch: DispatchRow, step: Step): readonly ShownDispatch[] {
  const { run, ask, item, agent, tier, status } = dispatch
  if (status === "cancelled" || ask.kind === "step" || ask.kind === "command") return []
  const shown = {
    item,
    agent,
    prompt: ask.prompt,
    answered: status === "answered",
    ...(tier === undefined ? {} : { tier: tier as Tier }),
  }
  if (ask.kind === "run") return [{ ...shown, command: currentCommand(ask.run) }]
  const key = { step: step.id, round: dispatch.round, item }
  const file = outputFile(run, key)
  return [{ ...shown, file, report: reportCommand(run, key, { file }) }]
}

function shownQuestion({ run, id, text, options, multiple }: QuestionRow): ShownQuestion {
  return {
    id,
    text,
    multiple,
    options: options.map(({ label, about }) => ({ label, ...(about === undefined ? {} : { about }) })),
    command: answerCommand(run, id),
  }
}

function holdingText(step: Step, visit: VisitRow, isHeld: boolean): { readonly because?: string } {
  if (isHeld) return { because: "It waits for a person's word." }
  if (step.kind !== "wait" || !("seconds" in step.until)) return {}
  return { because: `It waits until ${new Date(visit.entered + step.until.seconds * 1000).toISOString()}.` }
}

function afterCommand(run: RunRow, step: Step, dispatches: readonly DispatchRow[]): { readonly after?: string } {
  const hasChildren = dispatches.some(({ ask }) => ask.kind === "run")
  const waits = (step.kind === "wait" && "seconds" in step.until) || step.kind === "gate"
  return hasChildren || waits ? { after: currentCommand(run.id) } : {}
}

function endTitle({ status, outcome }: RunRow): string {
  if (status === "done") return outcome === "fail" ? "Ended without success" : "Done"
  return status === "failed" ? "Failed" : "Cancelled"
}

/** Nothing is left to do, or nothing can be done any more. */
async function endDirective(engine: Engine, run: RunRow, workflow: Workflow): Promise<Directive> {
  const gate = run.status === "done" ? await lastGate(engine, run, workflow) : undefined
  const passed = await passedGates(engine, run, workflow)
  const result = await runResult(engine, run, workflow)
  const { parent } = run
  return {
    run: run.id,
    workflow: workflow.name,
    step: END,
    round: run.round,
    kind: END,
    title: `${endTitle(run)}${run.status === "done" && passed.length > 0 ? ", with open issues" : ""}`,
    number: workflow.steps.length,
    total: workflow.steps.length,
    ...(gate === undefined ? {} : { gate }),
    actions: [...passedActions(passed), ...(parent === undefined ? resultActions(run.id, result) : [])],
    resources: {},
    outcomes: [],
    dispatches: [],
    questions: [],
    done: true,
    status: run.status,
    ...(run.because === undefined ? {} : { because: run.because }),
    ...(parent === undefined
      ? {}
      : {
          after: currentCommand(parent.run),
          answer: await childAnswer(engine, run, { title: endTitle(run), result }),
        }),
  }
}
