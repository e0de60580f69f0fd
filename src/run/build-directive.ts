import { isGateAsk } from "./model.ts"
import { END, type Outcome, outcomes, findNextStep } from "../workflow/outcome.ts"
import { listBlockingLevels } from "../workflow/review-policy.ts"
import { type Tier, isRole, roles } from "../workflow/roles.ts"
import { needsOutput, findOutputSchema } from "../workflow/output-schema.ts"
import { fillTemplate, openLookup } from "../workflow/template.ts"
import { type GateStep, type Step, findStep, type Workflow } from "../workflow/workflow.ts"
import { MOST_AT_ONCE } from "./advance/decide/ask/ask-questions.ts"
import { writeOutputActions } from "./advance/decide/output-shape.ts"
import { buildScope } from "./advance/decide/scope.ts"
import {
  writeAnswerCommand,
  checkCommand,
  writeCurrentCommand,
  locateOutputFile,
  writeReportCommand,
} from "./directive/commands.ts"
import {
  type Directive,
  type GateResult,
  type ReviewState,
  type ShownDispatch,
  type ShownQuestion,
  fillAction,
  fillStepText,
} from "./directive/directive.ts"
import { writeGateOutput } from "./directive/gate-output.ts"
import { isPassedByPerson } from "./advance/decide/gate/passed-gates.ts"
import { loadRecords } from "./history.ts"
import {
  type Dispatch,
  type LoopState,
  NO_ITEM,
  type LeftVisit,
  type AskedQuestion,
  type Run,
  type Visit,
  listDispatches,
} from "./model.ts"
import { type PastVisit, replayVisits } from "./history/replay-visits.ts"
import {
  writeChildAnswer,
  explainEnd,
  writePassedActions,
  listPassedGates,
  writeResultActions,
  runResult,
  tellStatus,
} from "./run-result.ts"
import type { Engine } from "./engine.ts"
import { loadPending, openReading, type PendingCommit, readValues, type PendingRun } from "./advance/pending-commit.ts"
import type { AgentRequest } from "../agents/agent-driver.ts"
import { writeSubAgentPrompt } from "./directive/agent-prompts.ts"
import { describeInterruptedStart } from "./advance/decide/interrupted-start.ts"
import { renderText } from "./directive/text/render-text.ts"

/** What to do now. It is derived from committed state, so asking again gives the same. */
export async function currentDirective(engine: Engine, id: string): Promise<Directive> {
  return buildDirective(engine, await loadPending(openReading(engine), id))
}

/** What to do in a run as it was read, or as a commit left it. */
export async function buildDirective(engine: Engine, reading: PendingRun): Promise<Directive> {
  const { run } = reading
  if (run.status !== "running") return endDirective(engine, reading)
  if (run.visit === undefined) throw new Error(`run ${run.id} has no current step`)
  return visitDirective({ reading, visit: run.visit })
}

/** The directive of a visit when it was entered, whatever has happened since. */
export async function loadDirective(engine: Engine, id: string, at: Pick<Visit, "step" | "round">): Promise<Directive> {
  const reading = await loadPending(openReading(engine), id)
  const visit = await findPastVisit(engine, reading.run, at)
  return visit === undefined ? endDirective(engine, reading) : visitDirective({ reading, visit, asEntered: true })
}

async function findPastVisit(
  engine: Engine,
  run: Run,
  { step, round }: Pick<Visit, "step" | "round">,
): Promise<PastVisit | undefined> {
  const { visit, status } = run
  if (step === END) return undefined
  if (status === "running" && visit?.step === step && visit.round === round) return visit
  return replayVisits(await loadRecords(engine.store, run)).find((one) => one.step === step && one.round === round)
}

interface At {
  readonly reading: PendingRun
  readonly visit: PastVisit
  /** The state before any answer, and with only the questions of the step itself. */
  readonly asEntered?: true
}

async function visitDirective(at: At): Promise<Directive> {
  const { reading, visit } = at
  const { run, workflow } = reading
  const step = findStep(workflow, visit.step)
  if (step === undefined) throw new Error(`workflow ${workflow.name} has no step ${visit.step}`)
  const values = await readValues(reading, visit.inputs)
  const dispatches = await loadVisitDispatches(at, step)
  const passed = listPassedGates(run)
  const scope = buildScope(run, { values, round: visit.round, loop: visit.loop, because: visit.via?.because })
  const lookup = openLookup(scope)
  const open = listShownQuestions(at)
  const isHeld = open.some(({ kind }) => kind !== "step")
  const gate = findGateResult(at)
  const review = reviewState(at, step)
  return {
    ...describePlace(at, step),
    title: fillTemplate(step.title, lookup),
    ...(gate === undefined ? {} : { gate }),
    ...(review === undefined ? {} : { review }),
    actions: isHeld
      ? []
      : [
          ...writePassedActions(passed),
          ...step.actions.map((action) => fillAction(action, { lookup, program: run.program })),
          ...writeOutputActions(step),
        ],
    resources: workflow.resources ?? {},
    outcomes: isHeld ? [] : reportable(at, step),
    dispatches: isHeld ? [] : dispatches.flatMap((dispatch) => shownDispatch(run, step, dispatch)),
    questions: open.slice(0, MOST_AT_ONCE).map((question) => shownQuestion(run, question)),
    done: false,
    ended: false,
    status: "running",
    ...holdingText(run.id, step, { visit, isHeld }),
    ...afterCommand(run, step, dispatches),
  }
}

async function loadVisitDispatches({ reading, visit, asEntered }: At, step: Step): Promise<readonly Dispatch[]> {
  if (step.kind === "do" || visit.total === 0) return []
  const dispatches = listDispatches(await reading.items.all(visit.step, visit.round))
  return asEntered === true ? dispatches.map((one) => ({ ...one, status: "open" })) : dispatches
}

function listShownQuestions({ reading: { run }, visit, asEntered }: At): readonly AskedQuestion[] {
  const isNow = run.status === "running" && run.visit?.number === visit.number
  const all = isNow ? run.questions : (visit.asked ?? [])
  const asked = all.filter(({ answer, asked: at }) =>
    asEntered === true ? at === visit.entered : answer === undefined,
  )
  return asked.toSorted((a, b) => b.urgency - a.urgency || a.asked - b.asked)
}

/** Which run it is, and how its commands and files are named. */
function describeCall({ id, program, directory }: Run) {
  return { run: id, program, directory }
}

function describePlace({ reading: { run, workflow }, visit }: At, step: Step) {
  return {
    ...describeCall(run),
    workflow: workflow.name,
    step: step.id,
    round: visit.round,
    kind: step.kind,
    number: workflow.steps.indexOf(step) + 1,
    total: workflow.steps.length,
    ...(step.phase === undefined ? {} : { phase: step.phase }),
  }
}

function findGateResult({ reading: { run, workflow }, visit }: At): GateResult | undefined {
  return visit.via === undefined ? undefined : gateResult(workflow, run, visit.via)
}

/** A gate may be the last step; its message is then part of the end. */
function lastGate({ run, workflow }: PendingRun): GateResult | undefined {
  const { visit } = run
  return visit?.outcome === undefined ? undefined : gateResult(workflow, run, { ...visit, outcome: visit.outcome })
}

function gateResult(
  workflow: Workflow,
  run: Run,
  { step, round, outcome, because = "", evidence }: LeftVisit,
): GateResult | undefined {
  const gate = findStep(workflow, step)
  if (gate?.kind !== "gate") return undefined
  const isPassed = outcome === "ok"
  const told = isPassed && !isPassedByPerson(because) ? gate.loop?.passMessage : undefined
  const lookup = openLookup(buildScope(run, { values: {}, round }))
  const message =
    told === undefined ? because + writeGateOutput(evidence) : fillStepText(told, { lookup, program: run.program })
  return { gate: gate.title, status: isPassed ? "pass" : "fail", message }
}

/** The step's part in a review loop: its name is on the review step, its count in the visit. */
function reviewState({ reading: { run, workflow }, visit }: At, step: Step): ReviewState | undefined {
  const { loop } = visit
  const gate = loop === undefined ? undefined : findStep(workflow, loop.gate)
  if (loop === undefined || gate?.kind !== "gate" || gate.loop === undefined || step.kind === "gate") return undefined
  return describeReview({ workflow, gate, step }, loop, loop.failed ? reportFile(run, gate, visit) : undefined)
}

export function describeReview(
  { workflow, gate, step }: { readonly workflow: Workflow; readonly gate: GateStep; readonly step: Step },
  loop: Pick<LoopState, "iteration" | "failed" | "status" | "mustOnly">,
  report: string | undefined,
): ReviewState {
  const review = findStep(workflow, gate.loop?.review ?? "")
  const name = (review !== undefined && "review" in review ? review.review : undefined) ?? gate.title
  return {
    name,
    part: step.id === gate.loop?.review ? "review" : "work",
    iteration: loop.iteration,
    failed: loop.failed,
    status: loop.status,
    fresh: gate.loop?.reverify === "fresh",
    blocking: listBlockingLevels(loop.iteration, loop.mustOnly),
    report,
  }
}

/** The file with the report that caused this step, if the step reads it. */
function reportFile(run: Run, gate: GateStep, { inputs }: PastVisit): string | undefined {
  const source = Object.values(inputs).find(({ step }) => step === gate.loop?.review)
  return source === undefined ? undefined : locateOutputFile(run, { ...source, item: NO_ITEM })
}

/** Which outcomes of a step can be reported: all that have a transition, except those a cap rules out. */
export function listReportableOutcomes(step: Step, round: number): readonly Outcome[] {
  if (step.kind === "wait") return "reported" in step.until ? ["ok"] : []
  if (step.kind !== "do") return []
  const named = outcomes.filter((outcome) => findNextStep(step.next, outcome) !== undefined)
  const isCapped = step.maxRounds !== undefined && round >= step.maxRounds
  return named.filter((outcome) => outcome !== "iterate" || !isCapped)
}

function reportable({ reading: { run }, visit }: At, step: Step): Directive["outcomes"] {
  const item = { step: step.id, round: visit.round, item: NO_ITEM }
  const { reportedBy } = step
  if (step.reportedAtStart === true) return []
  if (reportedBy !== undefined)
    return step.kind === "do" ? [{ outcome: "ok", command: checkCommand(run, reportedBy) }] : []
  const file = needsOutput(step) ? { file: locateOutputFile(run, item) } : {}
  return listReportableOutcomes(step, visit.round).map((outcome) => ({
    outcome,
    command: writeReportCommand(run, item, { outcome, ...file }),
    ...file,
  }))
}

function shownDispatch(run: Run, { reportedBy }: Step, dispatch: Dispatch): readonly ShownDispatch[] {
  const { step, round, ask, item, agent, tier, status } = dispatch
  if (status === "cancelled" || ask.kind === "step" || isGateAsk(ask)) return []
  const shown = {
    item,
    agent,
    prompt: ask.prompt,
    answered: status === "answered",
    ...(tier === undefined ? {} : { tier: tier as Tier }),
  }
  if (ask.kind === "run") return [{ ...shown, command: writeCurrentCommand({ ...run, id: ask.run }) }]
  if (reportedBy !== undefined) return [{ ...shown, report: checkCommand(run, reportedBy) }]
  const key = { step, round, item }
  const file = locateOutputFile(run, key)
  return [{ ...shown, file, report: writeReportCommand(run, key, { file }) }]
}

function shownQuestion(run: Run, { id, text, options, multiple }: AskedQuestion): ShownQuestion {
  return {
    id,
    text,
    multiple,
    options: options.map(({ label, about }) => ({ label, about })),
    command: writeAnswerCommand(run, id),
  }
}

function holdingText(
  run: string,
  step: Step,
  { visit, isHeld }: { readonly visit: PastVisit; readonly isHeld: boolean },
): { readonly because?: string } {
  if (isHeld) return { because: "It is waiting for a person's decision." }
  if (step.reportedAtStart === true) {
    const { message, next } = describeInterruptedStart(run, step)
    return { because: `It cannot continue: ${message}. To go on, ${next}.` }
  }
  if (step.kind !== "wait" || !("seconds" in step.until)) return {}
  return { because: `It is waiting until ${new Date(visit.entered + step.until.seconds * 1000).toISOString()}.` }
}

function afterCommand(run: Run, step: Step, dispatches: readonly Dispatch[]): { readonly after?: string } {
  const hasChildren = dispatches.some(({ ask }) => ask.kind === "run")
  const waits = (step.kind === "wait" && "seconds" in step.until) || step.kind === "gate"
  return hasChildren || waits ? { after: writeCurrentCommand(run) } : {}
}

function endTitle({ status, outcome }: Run): string {
  if (status === "done") return outcome === "fail" ? "Ended without success" : "Done"
  return status === "failed" ? "Failed" : "Cancelled"
}

/** A run that failed or was cancelled ended at the step where it was. */
function findLastNumber({ run, workflow }: PendingRun): number {
  const at = run.status === "done" ? -1 : workflow.steps.findIndex(({ id }) => id === run.step)
  return at === -1 ? workflow.steps.length : at + 1
}

/** Nothing is left to do, or nothing can be done any more. */
async function endDirective(engine: Engine, reading: PendingRun): Promise<Directive> {
  const { run, workflow } = reading
  const gate = run.status === "done" ? lastGate(reading) : undefined
  const passed = listPassedGates(run)
  const result = await runResult(reading)
  const { parent } = run
  const because = run.because ?? (parent === undefined && gate === undefined ? explainEnd(run) : undefined)
  return {
    ...describeCall(run),
    workflow: workflow.name,
    step: END,
    round: run.round,
    kind: END,
    title: `${endTitle(run)}${run.status === "done" && passed.length > 0 ? ", with open issues" : ""}`,
    number: findLastNumber(reading),
    total: workflow.steps.length,
    ...(gate === undefined ? {} : { gate }),
    actions: [...writePassedActions(passed), ...(parent === undefined ? writeResultActions(run, result) : [])],
    resources: {},
    outcomes: [],
    dispatches: [],
    questions: [],
    done: tellStatus(run) === "done",
    ended: true,
    status: tellStatus(run),
    ...(because === undefined ? {} : { because }),
    ...(run.status === "done" && run.outcome === "fail" ? { succeeded: false as const } : {}),
    ...(parent === undefined
      ? {}
      : {
          after: writeCurrentCommand({ ...run, id: parent.run }),
          answer: await writeChildAnswer(engine, run, { title: endTitle(run), result }),
        }),
  }
}

/** What an agent is asked, the same for every attempt. */
export async function buildAgentRequest(
  known: PendingCommit,
  dispatch: Dispatch,
  cwd: string,
): Promise<AgentRequest | undefined> {
  const { run, step, round, item, ask, tier } = dispatch
  const reading = await loadPending(known, run)
  const { definition, visit, status } = reading.run
  if (status !== "running" || visit?.step !== step || visit.round !== round) return undefined
  const directive = await visitDirective({ reading, visit, asEntered: true })
  const shown = directive.dispatches.find((one) => one.item === item)
  const agent = dispatch.agent === "" ? "general-purpose" : dispatch.agent
  const prompt =
    ask.kind === "prompt" && shown !== undefined
      ? writeSubAgentPrompt(withoutFiles(shown), dropAfterCommand(directive))
      : `${renderText(dropAfterCommand({ ...directive, outcomes: [] }))}\n\n${endOfAnswer(directive.outcomes.map(({ outcome }) => outcome))}`
  return {
    key: { run, step, round, item },
    agent,
    role: isRole(agent) ? roles[agent] : agent,
    tier: (tier as Tier | undefined) ?? "mid",
    prompt,
    cwd,
    attempt: dispatch.tried,
    schema: await findAnswerSchema(known.engine, definition, step),
  }
}

/** The shape that the step declares for its answers; text has none. */
async function findAnswerSchema(engine: Engine, definition: string, id: string): Promise<AgentRequest["schema"]> {
  const step = findStep(await engine.definitions.find(definition), id)
  const schema = step && findOutputSchema(step)
  return schema?.type === "object" || schema?.type === "array" ? { ...schema } : undefined
}

/** A driver takes the answer directly, so it need not be written to a file or reported. */
function withoutFiles<T extends { readonly file?: string; readonly report?: string }>(
  shown: T,
): Omit<T, "file" | "report"> {
  const { file: _file, report: _report, ...rest } = shown
  return rest
}

function dropAfterCommand({ after: _after, ...directive }: Directive): Directive {
  return directive
}

function endOfAnswer(outcomes: readonly string[]): string {
  if (outcomes.length < 2) return "Answer with the result of this step and nothing else."
  return `Answer with the result of this step. End with one of these lines:\n${outcomes.map((one) => `OUTCOME: ${one}`).join("\n")}`
}
