import { LEARNINGS, readLearnings } from "../../adapters/memory/learning-files.ts"
import { agentNames } from "../../composite/agents.ts"
import { contextMissing } from "../../composite/blocked.ts"
import { ADVANCE } from "../../composite/composite.ts"
import type { Classified } from "../../composite/domain/classify-domain.ts"
import { waitsForDomain } from "../../composite/domain/domain-steps.ts"
import { learningsFor } from "../../composite/learnings/learnings.ts"
import { contextFile } from "../../composite/memory/memory-file.ts"
import { isOutdated, neededFiles, wrongContext } from "../../composite/memory/verify-work.ts"
import { findOwnPlan, type OwnPlan, type ProtocolFacts, unexpectedRefusal } from "../../composite/protocol.ts"
import { workflowContext } from "../../composite/state/workflow-context.ts"
import type { Unit } from "../../composite/units.ts"
import { applyReports } from "../../run/apply-event.ts"
import { NO_ITEM } from "../../run/model.ts"
import { hasEnded } from "../../run/run-result.ts"
import { needsSettling } from "../../run/take-report.ts"
import type { Runs } from "../runs/open-runs.ts"
import type { SkilletOptions } from "../session/options.ts"
import { type CompositeTask, continueTask, openTask, readNamed } from "./open-task.ts"

/** Opens a job and continues it until an agent or a person must act. */
export async function settleTask(runs: Runs, id: string, options: SkilletOptions): Promise<CompositeTask> {
  return settleOpened(runs, await openTask(runs, id), options)
}

/**
 * Does all of Skillet's own steps, and the gate commands, until an agent or a person must act. Each of the six states
 * of the protocol is a commit of its own, and the next step works on what was committed.
 */
export async function settleOpened(runs: Runs, task: CompositeTask, options: SkilletOptions): Promise<CompositeTask> {
  let now = task
  for (;;) {
    if (needsSettling(now.pending)) {
      const { settleRun } = await import("../runs/report-step.ts")
      await settleRun(runs, now.task, options)
      now = await openTask(runs, now.task)
    }
    const text = await ownAnswer(now)
    const { step, round } = now.run
    if (text !== undefined) now = await reportTo(runs, now, { step, round, reports: [{ item: NO_ITEM, text }] })
    else if (await wasAskedForDomain(runs, now, options)) now = await openTask(runs, now.task)
    else return now
  }
}

/** Asks a model if a job is waiting for its domain. False if it is waiting for something else, or still waiting. */
async function wasAskedForDomain(runs: Runs, { run }: CompositeTask, options: SkilletOptions): Promise<boolean> {
  if (!waitsForDomain(run)) return false
  const { askDomain } = await import("./ask-domain.ts")
  return !waitsForDomain(await askDomain(runs, run.id, options))
}

/**
 * Skillet's own output for the current step of a run; writes the file it needs first. Undefined if the step is not
 * ours.
 */
export async function ownAnswer(task: CompositeTask): Promise<string | undefined> {
  if (hasEnded(task.run)) return undefined
  const own = findOwnPlan(task.run.step, task)
  if (own === undefined) return undefined
  const { output, write } = own.plan(await gatherFacts(task, own))
  if (write !== undefined) task.files.write(write.file, write.text)
  return JSON.stringify(output)
}

/** What one of Skillet's own steps reads, and no more. */
async function gatherFacts(task: CompositeTask, own: OwnPlan): Promise<ProtocolFacts> {
  const values = await readNamed(task.pending, own.values)
  const { readRecords } = own.records === undefined ? NOTHING : await import("./read-records.ts")
  return {
    ...task,
    values,
    records: await readRecords(task, task.history.entries),
    learnings: own.learnings === undefined ? {} : learningsOf(task, values["domain"] as Classified),
    attempt: task.run.round,
  }
}

const NOTHING = { readRecords: async () => [] }

function learningsOf({ query, top }: CompositeTask, { domain }: Classified): ProtocolFacts["learnings"] {
  return Object.fromEntries(
    agentNames.map((agent) => [
      agent,
      learningsFor(readLearnings(top, agent), { query, domain, folder: `${LEARNINGS}/${agent}` }),
    ]),
  )
}

export interface CheckedReports {
  readonly step: string
  readonly round: number
  readonly reports: readonly { readonly item: string; readonly text: string }[]
}

/**
 * Reports what was verified, in one commit, and returns the job as it was committed. If another process was first, it is
 * where that process left it.
 */
export async function reportTo(
  runs: Runs,
  task: CompositeTask,
  { step, round, reports }: CheckedReports,
): Promise<CompositeTask> {
  const { engine } = runs
  const at = engine.now()
  const events = reports.map(({ item, text }) => ({
    kind: "report" as const,
    at,
    item: { step, round, item },
    outcome: "ok" as const,
    text,
    by: "skillet",
    through: ADVANCE,
  }))
  const applied = await applyReports(engine, task.task, { events, known: task.work })
  const unexpected = unexpectedRefusal(applied)
  if (unexpected !== undefined) throw new Error(unexpected)
  return applied.kind === "applied" ? continueTask(runs, task, applied.work) : openTask(runs, task.task)
}

/** Throws if a file is missing that the agents of the current phase must read. */
export function requireContext(task: CompositeTask): void {
  const unit = findCurrentUnit(task)
  if (hasEnded(task.run) || unit === undefined) return
  const wrong = missingFor(task, unit)
  if (wrong.length > 0) throw contextMissing(task.task, unit.id, wrong)
}

/** The unit whose agents are asked. */
function findCurrentUnit({ units, run }: CompositeTask): Unit | undefined {
  return units.find(({ id }) => id === run.step)
}

export function missingFor(task: CompositeTask, unit: Unit): readonly string[] {
  return neededFiles(unit, task).flatMap((needed) => wrongContext(needed, task.files.read(needed.file)) ?? [])
}

/** Brings the workflow context up to date with the run. */
export async function renewContext(task: CompositeTask): Promise<void> {
  const file = contextFile(task.folder, task.task)
  const text = await contextText(task)
  if (isOutdated(task.files.read(file), text)) task.files.write(file, text)
}

async function contextText(task: CompositeTask): Promise<string> {
  return workflowContext({ ...task, values: await readNamed(task.pending, ["domain"]) })
}

/** Restores every file that the current phase needs and that is missing or changed, from what was recorded. */
export async function restoreFiles(task: CompositeTask): Promise<readonly string[]> {
  const unit = findCurrentUnit(task)
  if (task.run.values["context"] === undefined || unit === undefined) return []
  const restored = missingFor(task, unit)
  if (restored.length === 0) return []
  task.files.write(contextFile(task.folder, task.task), await contextText(task))
  for (const needed of neededFiles(unit, task)) {
    if (wrongContext(needed, task.files.read(needed.file)) === undefined) continue
    const entry = task.history.entries.findLast(({ memory_file }) => memory_file === needed.file)
    const { readRecords } = await import("./read-records.ts")
    const [record] = entry === undefined ? [] : await readRecords(task, [entry])
    if (record !== undefined) task.files.write(needed.file, record.text)
  }
  return restored
}
