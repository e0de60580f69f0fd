import { missingContextError } from "../task-errors.ts"
import { locateContextFile } from "../memory/memory-file.ts"
import { isOutdated, listNeededFiles, findContextFault } from "../memory/verify-work.ts"
import { renderWorkflowContext } from "../state/workflow-context.ts"
import type { Unit } from "../units.ts"
import { hasEnded } from "../../run/run-result.ts"
import { type CompositeTask, readNamed } from "./open-task.ts"

/** Throws if a file is missing that the agents of the current phase must read. */
export function requireContext(task: CompositeTask): void {
  const unit = findCurrentUnit(task)
  if (hasEnded(task.run) || unit === undefined) return
  const wrong = missingFor(task, unit)
  if (wrong.length > 0) throw missingContextError(task.task, unit.id, wrong)
}

/** The unit whose agents are asked. */
function findCurrentUnit({ units, run }: CompositeTask): Unit | undefined {
  return units.find(({ id }) => id === run.step)
}

export function missingFor(task: CompositeTask, unit: Unit): readonly string[] {
  return listNeededFiles(unit, task).flatMap((needed) => findContextFault(needed, task.files.read(needed.file)) ?? [])
}

/** Brings the workflow context up to date with the run. */
export async function renewContext(task: CompositeTask): Promise<void> {
  const file = locateContextFile(task.folder, task.task)
  const text = await contextText(task)
  if (isOutdated(task.files.read(file), text)) task.files.write(file, text)
}

async function contextText(task: CompositeTask): Promise<string> {
  return renderWorkflowContext({ ...task, values: await readNamed(task.pending, ["domain"]) })
}

/** Restores every file that the current phase needs and that is missing or changed, from what was recorded. */
export async function restoreFiles(task: CompositeTask): Promise<readonly string[]> {
  const unit = findCurrentUnit(task)
  if (task.run.values["context"] === undefined || unit === undefined) return []
  const restored = missingFor(task, unit)
  if (restored.length === 0) return []
  task.files.write(locateContextFile(task.folder, task.task), await contextText(task))
  for (const needed of listNeededFiles(unit, task)) {
    if (findContextFault(needed, task.files.read(needed.file)) === undefined) continue
    const entry = task.history.entries.findLast(({ memory_file }) => memory_file === needed.file)
    const { readRecords } = await import("./read-records.ts")
    const [record] = entry === undefined ? [] : await readRecords(task.pending, [entry])
    if (record !== undefined) task.files.write(needed.file, record.text)
  }
  return restored
}
