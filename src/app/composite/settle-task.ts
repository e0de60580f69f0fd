import { contextMissing } from "../../composite/blocked.ts"
import { waitsForDomain } from "../../composite/domain/domain-steps.ts"
import { ADVANCE } from "../../composite/composite.ts"
import { isOutdated, neededFiles, workAt, wrongContext } from "../../composite/memory/verify-work.ts"
import { contextFile } from "../../composite/memory/memory-file.ts"
import { planOwnStep, unexpectedRefusal } from "../../composite/protocol.ts"
import { workflowContext } from "../../composite/state/workflow-context.ts"
import { applyEvent } from "../../run/apply-event.ts"
import { NO_ITEM } from "../../run/model.ts"
import { hasEnded } from "../../run/run-result.ts"
import type { Unit } from "../../composite/units.ts"
import type { SkilletOptions } from "../session/options.ts"
import type { Runs } from "../runs/open-runs.ts"
import { settleRun } from "../runs/report-step.ts"
import { factsOf, openTask, type CompositeTask } from "./open-task.ts"

/** Does all of Skillet's own steps, and the gate commands, until an agent or a person must act. */
export async function settleTask(runs: Runs, id: string, options: SkilletOptions): Promise<CompositeTask> {
  for (;;) {
    await settleRun(runs, id, options)
    const task = await openTask(runs, id)
    const text = ownAnswer(task)
    if (text === undefined && !(await wasAskedForDomain(runs, task, options))) return task
    if (text === undefined) continue
    const { step, round } = task.run
    await report(runs, id, { step, round, item: NO_ITEM, text })
  }
}

/** Asks a model if a task is waiting for its domain. False if it is waiting for something else, or still waiting. */
async function wasAskedForDomain(runs: Runs, { run }: CompositeTask, options: SkilletOptions): Promise<boolean> {
  if (!waitsForDomain(run)) return false
  const { askDomain } = await import("./ask-domain.ts")
  return !waitsForDomain(await askDomain(runs, run.id, options))
}

/**
 * Skillet's own output for the current step of a run; writes the file it needs first. Undefined if the step is not
 * ours.
 */
export function ownAnswer(task: CompositeTask): string | undefined {
  if (hasEnded(task.run)) return undefined
  const plan = planOwnStep(task.run.step, factsOf(task))
  if (plan === undefined) return undefined
  if (plan.write !== undefined) task.files.write(plan.write.file, plan.write.text)
  return JSON.stringify(plan.output)
}

export interface CheckedReport {
  readonly step: string
  readonly round: number
  readonly item: string
  readonly text: string
}

/** If another process was first, the run is where that process left it. */
export async function report({ engine }: Runs, id: string, { text, ...item }: CheckedReport): Promise<void> {
  const event = {
    kind: "report",
    at: engine.now(),
    item,
    outcome: "ok",
    text,
    by: "skillet",
    through: ADVANCE,
  } as const
  const unexpected = unexpectedRefusal(await applyEvent(engine, id, event))
  if (unexpected !== undefined) throw new Error(unexpected)
}

/** Throws if a file is missing that the agents of the current phase must read. */
export function requireContext(task: CompositeTask): void {
  const { run } = task
  const work = workAt(task, { step: run.step, round: run.round, entered: 0, item: NO_ITEM })
  if (hasEnded(run) || work === undefined) return
  const wrong = missingFor(task, work.unit)
  if (wrong.length > 0) throw contextMissing(task.task, work.unit.id, wrong)
}

export function missingFor(task: CompositeTask, unit: Unit): readonly string[] {
  return neededFiles(unit, task, task.values).flatMap(
    (needed) => wrongContext(needed, task.files.read(needed.file)) ?? [],
  )
}

/** Brings the workflow context up to date with the run. */
export function renewContext(task: CompositeTask): void {
  const file = contextFile(task.folder, task.task)
  const text = workflowContext(task)
  if (isOutdated(task.files.read(file), text)) task.files.write(file, text)
}

/** Restores every file that the current phase needs and that is missing or changed, from what was recorded. */
export function restoreFiles(task: CompositeTask): readonly string[] {
  const file = contextFile(task.folder, task.task)
  const unit = task.units.find(({ id }) => id === task.run.step)
  if (task.values["context"] === undefined || unit === undefined) return []
  const restored = missingFor(task, unit)
  if (restored.length > 0) task.files.write(file, workflowContext(task))
  for (const needed of neededFiles(unit, task, task.values)) {
    if (wrongContext(needed, task.files.read(needed.file)) === undefined) continue
    const record = task.records.findLast(({ memory_file }) => memory_file === needed.file)
    if (record !== undefined) task.files.write(needed.file, record.text)
  }
  return restored
}
