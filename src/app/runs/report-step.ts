import type { Usage } from "../../ports/run-store.ts"
import { NO_ITEM } from "../../run/decide/event.ts"
import { applyEvent } from "../../run/engine/apply.ts"
import { currentDirective, directiveAt } from "../../run/engine/current.ts"
import { findRun } from "../../run/engine/engine.ts"
import type { Directive } from "../../run/directive/directive.ts"
import type { Outcome } from "../../workflow/outcome.ts"
import { stepOf, type Workflow } from "../../workflow/workflow.ts"
import { openSkillet } from "../open-skillet.ts"
import type { SkilletOptions } from "../options.ts"
import { requireLimitsFor } from "../require-limits.ts"
import { acceptable } from "./acceptable.ts"
import type { Runs } from "./open-runs.ts"
import { settleRun } from "./settle-run.ts"

export interface StepReport {
  readonly run: string
  /** Its id, or its number among the steps. */
  readonly step: string
  readonly outcome?: Outcome
  /** Without it, the latest round of the step. */
  readonly round?: number
  readonly item?: string
  readonly text?: string
  readonly by: string
  readonly usage?: Usage
}

export interface Reported {
  readonly directive: Directive
  /** It had been reported before, word for word; this is what it led to then. */
  readonly again: boolean
}

/** Reports how a step went, and says what is to be done next. */
export async function reportStep(runs: Runs, report: StepReport, options: SkilletOptions): Promise<Reported> {
  const { engine } = runs
  const run = await findRun(engine, report.run)
  const workflow = await engine.definitions.find(run.definition)
  await requireLimitsFor(openSkillet(options), workflow)
  const step = stepNamed(workflow, report.step)
  const round = report.round ?? (run.step === step ? run.round : await latestRound(runs, run.id, step))
  const applied = acceptable(
    await applyEvent(engine, run.id, {
      kind: "report",
      at: engine.now(),
      item: { step, round, item: report.item ?? NO_ITEM },
      by: report.by,
      ...(report.outcome === undefined ? {} : { outcome: report.outcome }),
      ...(report.text === undefined ? {} : { text: report.text }),
      ...(report.usage === undefined ? {} : { usage: report.usage }),
    }),
  )
  await settleRun(runs, run.id, options)
  if (applied.kind === "again")
    return { directive: await ledTo(runs, workflow, { run: run.id, step, round }), again: true }
  return { directive: await currentDirective(engine, run.id), again: false }
}

/** What a report led to when it was new: the next visit that somebody had to do something for. */
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
