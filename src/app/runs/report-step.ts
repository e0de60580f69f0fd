import type { ItemKey, Usage } from "../../ports/run-store.ts"
import { NO_ITEM } from "../../run/decide/event.ts"
import { applyEvent } from "../../run/engine/apply.ts"
import { currentDirective, directiveAt } from "../../run/engine/current.ts"
import { findRun } from "../../run/engine/engine.ts"
import type { Directive } from "../../run/directive/directive.ts"
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
  readonly outcome?: Outcome
  /** Default: the latest round of the step. */
  readonly round?: number
  readonly item?: string
  readonly text?: string
  /** Why it failed or was skipped; without `text` it is what is handed in. */
  readonly reason?: string | undefined
  readonly by: string
  readonly usage?: Usage
}

export interface Reported {
  readonly directive: Directive
  /** The same report was made before; this is what it led to then. */
  readonly again: boolean
}

/** Reports the outcome of a step and returns what to do next. */
export async function reportStep(runs: Runs, report: StepReport, options: SkilletOptions): Promise<Reported> {
  const { engine } = runs
  const run = await findRun(engine, report.run)
  const workflow = await engine.definitions.find(run.definition)
  const step = stepNamed(workflow, report.step)
  const round = report.round ?? (run.step === step ? run.round : await latestRound(runs, run.id, step))
  const item = { step, round, item: report.item ?? NO_ITEM }
  const child = await childNotStarted(runs, { run: run.id, ...item }, report)
  const text = report.text ?? report.reason
  const applied = acceptable(
    await applyEvent(engine, run.id, {
      kind: "report",
      at: engine.now(),
      item,
      by: report.by,
      ...(report.outcome === undefined ? {} : { outcome: report.outcome }),
      ...(text === undefined ? {} : { text }),
      ...(report.reason === undefined ? {} : { reason: report.reason }),
      ...(report.usage === undefined ? {} : { usage: report.usage }),
      ...(child === undefined ? {} : { child }),
    }),
  )
  if (child !== undefined) await endChild(runs, child, report)
  await settleRun(runs, run.id, options)
  if (applied.kind === "again")
    return { directive: await ledTo(runs, workflow, { run: run.id, step, round }), again: true }
  return { directive: await currentDirective(engine, run.id), again: false }
}

/** The child run that nobody will follow, because its agent could not be started. */
async function childNotStarted(
  { engine }: Runs,
  key: ItemKey,
  { outcome, reason }: StepReport,
): Promise<string | undefined> {
  if (outcome !== "fail" || reason === undefined) return undefined
  const dispatch = await engine.store.dispatch(key)
  return dispatch?.ask.kind === "run" ? dispatch.ask.run : undefined
}

/** Its parent has its answer by now, so its end changes nothing there. The same report again ends it if we were stopped. */
async function endChild({ engine }: Runs, child: string, { by, reason = "" }: StepReport): Promise<void> {
  if ((await findRun(engine, child)).status !== "running") return
  await applyEvent(engine, child, { kind: "cancel", at: engine.now(), by, reason })
}

/** What a report led to when it was new: the next visit that an agent or a person had to work on. */
async function ledTo(
  { engine }: Runs,
  workflow: Workflow,
  { run, ...reported }: { readonly run: string; readonly step: string; readonly round: number },
): Promise<Directive> {
  let visit = await engine.store.visit(run, reported.step, reported.round)
  while (visit?.onward !== undefined) {
    const { onward } = visit
    const kind = stepOf(workflow, onward.step)?.kind
    if (kind !== "gate" && kind !== "compute") return directiveAt(engine, run, onward)
    visit = await engine.store.visit(run, onward.step, onward.round)
  }
  return currentDirective(engine, run)
}

function stepNamed(workflow: Workflow, step: string): string {
  if (!/^\d+$/.test(step) || workflow.steps.some(({ id }) => id === step)) return step
  return workflow.steps[Number(step) - 1]?.id ?? step
}

async function latestRound(runs: Runs, run: string, step: string): Promise<number> {
  return (await runs.engine.store.visit(run, step))?.round ?? 1
}
