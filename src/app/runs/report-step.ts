import type { ItemKey, Usage } from "../../ports/agent-driver.ts"
import type { Directive } from "../../run/directive/directive.ts"
import { applyEvent } from "../../run/apply-event.ts"
import { currentDirective, directiveAt, directiveOf } from "../../run/current-directive.ts"
import { findRun } from "../../run/engine.ts"
import type { RunWork } from "../../run/advance/run-work.ts"
import { historyOf } from "../../run/history.ts"
import { latestRound, type ItemRef, NO_ITEM, type Run } from "../../run/model.ts"
import type { Outcome } from "../../workflow/outcome.ts"
import { stepOf, type Workflow } from "../../workflow/workflow.ts"
import type { SkilletOptions } from "../options.ts"
import { acceptable } from "./acceptable.ts"
import type { Runs } from "./open-runs.ts"
import { settleRun } from "./settle-run.ts"

export interface StepReport {
  readonly run: string
  /** The id or the number of the step. */
  readonly step: string
  readonly outcome?: Outcome | undefined
  /** Default: the latest round of the step. */
  readonly round?: number | undefined
  readonly item?: string | undefined
  readonly text?: string | undefined
  /** Why it failed or was skipped; without `text` it is what is handed in. */
  readonly reason?: string | undefined
  readonly by: string
  readonly usage?: Usage | undefined
}

export interface Reported {
  readonly directive: Directive
  /** The same report was made before; this is what it led to then. */
  readonly again: boolean
}

/** Reports the outcome of a step and returns what to do next. */
export async function reportStep(runs: Runs, report: StepReport, options: SkilletOptions): Promise<Reported> {
  const { engine } = runs
  const { run: id, outcome, reason, by, usage } = report
  const item = await itemOf(runs, report)
  const child = await childNotStarted(runs, { run: id, ...item }, report)
  const text = report.text ?? reason
  const event = { kind: "report", at: engine.now(), item, by, outcome, text, reason, usage, child } as const
  const applied = acceptable(await applyEvent(engine, id, event))
  if (child !== undefined) await endChild(runs, child, report)
  if (applied.kind === "again") {
    await settleRun(runs, id, options)
    return { directive: await ledTo(runs, applied.run, item), again: true }
  }
  const now = applied.work.runs.get(id)
  if (now !== undefined && !needsSettling(now)) return { directive: await directiveOf(engine, now), again: false }
  await settleRun(runs, id, options)
  return { directive: await currentDirective(engine, id), again: false }
}

/** The child run that nobody will follow, because its agent could not be started. */
async function childNotStarted(
  { engine }: Runs,
  key: ItemKey,
  { outcome, reason }: StepReport,
): Promise<string | undefined> {
  if (outcome !== "fail" || reason === undefined) return undefined
  const dispatch = await historyOf(engine.store).dispatch(key)
  return dispatch?.ask.kind === "run" ? dispatch.ask.run : undefined
}

/** Its parent has its answer by now, so its end changes nothing there. The same report again ends it if we were stopped. */
async function endChild({ engine }: Runs, child: string, { by, reason = "" }: StepReport): Promise<void> {
  if ((await findRun(engine, child)).status !== "running") return
  await applyEvent(engine, child, { kind: "cancel", at: engine.now(), by, reason })
}

/** Which item is meant. Where the step is a number or the round is left out, the run says it. */
async function itemOf({ engine }: Runs, { run: id, step, round, item = NO_ITEM }: StepReport): Promise<ItemRef> {
  if (round !== undefined && !/^\d+$/.test(step)) return { step, round, item }
  const run = await findRun(engine, id)
  const named = stepNamed(await engine.definitions.find(run.definition), step)
  return { step: named, round: round ?? latestRound(run, named), item }
}

function stepNamed(workflow: Workflow, step: string): string {
  if (!/^\d+$/.test(step) || workflow.steps.some(({ id }) => id === step)) return step
  return workflow.steps[Number(step) - 1]?.id ?? step
}

/** Whether a gate's commands are to be run, or a wait may be over. */
function needsSettling({ run, workflow }: RunWork): boolean {
  const kind = stepOf(workflow, run.step)?.kind
  return run.status === "running" && (kind === "gate" || kind === "wait")
}

/** What a report led to when it was new: the next visit that somebody had to do something for. */
async function ledTo({ engine }: Runs, run: Run, reported: ItemRef): Promise<Directive> {
  const workflow = await engine.definitions.find(run.definition)
  const visits = await historyOf(engine.store).visits(run.id)
  const visitAt = ({ step, round }: { readonly step: string; readonly round: number }) =>
    visits.find((one) => one.step === step && one.round === round)
  for (let visit = visitAt(reported); visit?.onward !== undefined; visit = visitAt(visit.onward)) {
    const kind = stepOf(workflow, visit.onward.step)?.kind
    if (kind !== "gate" && kind !== "compute") return directiveAt(engine, run.id, visit.onward)
  }
  return currentDirective(engine, run.id)
}
