import type { Usage } from "../agents/agent-driver.ts"
import { SkilletError } from "../problem/failure.ts"
import { type Outcome, outcomes, findNextStep } from "../workflow/outcome.ts"
import { findStep, type Step, type Workflow } from "../workflow/workflow.ts"
import { readOutcome } from "./advance/decide/take-answer.ts"
import { loadPending, openReading, type PendingRun } from "./advance/pending-commit.ts"
import { requireAccepted, applyEvent, applyEvents } from "./apply-event.ts"
import { currentDirective, listReportableOutcomes, loadDirective, buildDirective } from "./build-directive.ts"
import { writeCurrentCommand, addDirectory } from "./directive/commands.ts"
import type { Directive } from "./directive/directive.ts"
import { type Engine, findRun } from "./engine.ts"
import { isGateAsk } from "./model.ts"
import { openHistory } from "./history.ts"
import { type ItemRef, findLatestRound, NO_ITEM, type Run } from "./model.ts"

/**
 * The story of `run report`: from a report about a step to what must be done next.
 *
 * 1. The answer, every transition it causes and everything that is asked next are one commit. Nothing is told before
 *    it.
 * 2. Everything is keyed by run, step, round and item, and the first report of a key counts. The same report again
 *    gives what the first one led to; a different one is refused.
 * 3. A refusal changes nothing and says what to do instead.
 * 4. A decision is made on rows of one moment. If another process commits first, everything is read and decided again.
 * 5. The directive printed right after a commit is the same as the one anybody reads later.
 * 6. A process may die anywhere in here: the same report again, or `run current`, continues from what was committed.
 */
export async function takeReport(engine: Engine, report: StepReport, gates: GateCommands): Promise<Reported> {
  const { run: id, outcome, reason, by, usage } = report
  const known = openReading(engine)
  const pending = await loadPending(known, id, { items: namedItem(report) })
  const item = resolveItem(pending, report)
  await requireOfferedOutcome(pending, item, report)
  const child = await childNotStarted(pending, item, report)
  const text = report.text ?? reason
  const event = { kind: "report", at: engine.now(), item, by, outcome, text, reason, usage, child } as const
  const applied = requireAccepted(await applyEvents(engine, id, { events: [event], known }))
  if (child !== undefined) await endChild(engine, child, report)
  if (applied.kind === "again") {
    await settle(engine, id, gates)
    return { directive: await findLaterDirective(engine, applied.run, item), again: true }
  }
  const now = applied.work.runs.get(id)
  if (now !== undefined && !needsSettling(now)) return { directive: await buildDirective(engine, now), again: false }
  await settle(engine, id, gates)
  return { directive: await currentDirective(engine, id), again: false }
}

export interface StepReport {
  readonly run: string
  /** The id or the number of the step. */
  readonly step: string
  readonly outcome?: Outcome | undefined
  /** Default: the latest round of the step. */
  readonly round?: number | undefined
  readonly item?: string | undefined
  readonly text?: string | undefined
  /** Why it failed or was skipped; without `text` it is the output. */
  readonly reason?: string | undefined
  readonly by: string
  readonly usage?: Usage | undefined
}

export interface Reported {
  readonly directive: Directive
  /** The same report was made before; this is what it led to then. */
  readonly again: boolean
}

/** Runs the commands that the gate of a run waits for. False if another process is running them. */
export type GateCommands = (run: Run) => Promise<boolean>

/** Does what needs neither an agent nor a person: runs the commands of a gate, and ends a wait whose time has come. */
export async function settle(engine: Engine, id: string, gates: GateCommands): Promise<void> {
  for (;;) {
    const run = await findRun(engine, id)
    if (run.status !== "running") return
    const step = findStep(await engine.definitions.find(run.definition), run.step)
    if (step?.kind === "wait") await applyEvent(engine, id, { kind: "tick", at: engine.now() })
    if (step?.kind !== "gate" || !(await hasCommandsToRun(engine, run)) || !(await gates(run))) return
  }
}

async function hasCommandsToRun({ store }: Engine, { id, step, round }: Run): Promise<boolean> {
  const dispatches = await openHistory(store).dispatches(id, step, round)
  return dispatches.some(({ status, ask }) => isGateAsk(ask) && (status === "open" || status === "leased"))
}

/** Whether a gate's commands may have to be run, or a wait may be over. */
export function needsSettling({ run, workflow }: PendingRun): boolean {
  const kind = findStep(workflow, run.step)?.kind
  return run.status === "running" && (kind === "gate" || kind === "wait")
}

/** The item that a report names in full, which can be read with its run. */
function namedItem({ step, round, item = NO_ITEM }: StepReport): ItemRef | undefined {
  return round === undefined || /^\d+$/.test(step) ? undefined : { step, round, item }
}

/** Which item is meant. If the step is a number or the round is left out, the run says which. */
export function resolveItem({ run, workflow }: Pick<PendingRun, "run" | "workflow">, report: StepReport): ItemRef {
  const { step, round, item = NO_ITEM } = report
  const named = stepNamed(workflow, step)
  return namedItem(report) ?? { step: named, round: round ?? findLatestRound(run, named), item }
}

function stepNamed(workflow: Workflow, step: string): string {
  if (!/^\d+$/.test(step) || workflow.steps.some(({ id }) => id === step)) return step
  return workflow.steps[Number(step) - 1]?.id ?? step
}

/**
 * A report can only have an outcome that its step offers: another one is a typing error, and would fail the run. What a
 * workflow or an agent that drives it returns without a transition does fail the run, because nobody is there to correct
 * it. Everything else that can be wrong with a report is left to `decide`.
 */
async function requireOfferedOutcome({ run, workflow, items }: PendingRun, ref: ItemRef, report: StepReport) {
  const step = findStep(workflow, ref.step)
  const outcome = report.outcome ?? (report.text === undefined ? undefined : readOutcome(report.text))
  if (step === undefined || step.reportedBy !== undefined || outcome === undefined) return
  const offered = listOfferedOutcomes(step)
  if (offered.length === 0 || offered.includes(outcome)) return
  const isCurrent = run.status === "running" && run.visit?.step === ref.step && run.visit.round === ref.round
  if (!isCurrent || (await items.one(ref))?.result !== undefined) return
  throw new SkilletError(
    "run.outcome-not-offered",
    `${step.id} cannot be reported as ${outcome}: it offers ${offered.join(", ")}`,
    { retry: "no", next: `report one of these; skillet run current ${run.id} shows the commands` },
  )
}

/** A cap on `iterate` has its own refusal. The answer of an agent says whether it succeeded, also if `next` does not. */
function listOfferedOutcomes(step: Step): readonly Outcome[] {
  if (step.kind === "do" || step.kind === "wait") return listReportableOutcomes(step, 0)
  if (step.kind === "fanout") return ["ok", "fail"]
  if (step.kind !== "dispatch") return []
  return outcomes.filter((one) => one === "ok" || one === "fail" || findNextStep(step.next, one) !== undefined)
}

/** The child run that nobody will follow, because its agent could not be started. */
async function childNotStarted(
  { items }: PendingRun,
  ref: ItemRef,
  { outcome, reason }: StepReport,
): Promise<string | undefined> {
  if (outcome !== "fail" || reason === undefined) return undefined
  const ask = (await items.one(ref))?.dispatch?.ask
  return ask?.kind === "run" ? ask.run : undefined
}

/** Its parent has its answer by now, so its end changes nothing there. The same report again ends it if we were stopped. */
async function endChild(engine: Engine, child: string, { by, reason = "" }: StepReport): Promise<void> {
  if ((await findRun(engine, child)).status !== "running") return
  await applyEvent(engine, child, { kind: "cancel", at: engine.now(), by, reason })
}

/** What a report led to when it was new: the next visit that somebody had to do something for. */
async function findLaterDirective(engine: Engine, run: Run, reported: ItemRef): Promise<Directive> {
  const workflow = await engine.definitions.find(run.definition)
  const visits = await openHistory(engine.store).visits(run.id)
  const findVisit = ({ step, round }: { readonly step: string; readonly round: number }) =>
    visits.find((one) => one.step === step && one.round === round)
  for (let visit = findVisit(reported); visit?.onward !== undefined; visit = findVisit(visit.onward)) {
    const kind = findStep(workflow, visit.onward.step)?.kind
    if (kind !== "gate" && kind !== "compute") return loadDirective(engine, run.id, visit.onward)
  }
  return currentDirective(engine, run.id)
}

/** Where a process works. */
export interface WorkPlace {
  readonly project: string
  readonly isDirectory: (path: string) => boolean
}

/** Gate commands run only in the project of their run: what they find anywhere else proves nothing about it. */
export function requireOwnProject(
  { id, project, program, directory }: Pick<Run, "id" | "project" | "program" | "directory">,
  here: WorkPlace,
): void {
  if (project !== here.project)
    throw new SkilletError(
      "run.other-project",
      `run ${id} belongs to ${project}; its gate commands cannot run from another project`,
      {
        retry: "no",
        next: `everything that was reported is kept; continue with: ${directory === undefined ? `skillet run current ${id} in that project` : addDirectory(writeCurrentCommand({ id, program }), directory)}`,
      },
    )
  if (directory !== undefined && !here.isDirectory(directory))
    throw new SkilletError("run.directory-missing", `run ${id} was started in ${directory}, which does not exist`, {
      retry: "no",
      next: `restore the directory, or continue here with a copy of the run: skillet run fork ${id}`,
    })
}
