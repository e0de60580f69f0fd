import { missingContextError } from "../job-errors.ts"
import { locateContextFile } from "../memory/memory-file.ts"
import { isOutdated, listNeededFiles, findContextFault } from "../memory/verify-work.ts"
import { renderWorkflowContext } from "../state/workflow-context.ts"
import type { Unit } from "../units.ts"
import { hasEnded } from "../../run/run-result.ts"
import { type Job, readNamed } from "./open-job.ts"

/** Throws if a file is missing that the agents of the current phase must read. */
export function requireContext(job: Job): void {
  const unit = findCurrentUnit(job)
  if (hasEnded(job.run) || unit === undefined) return
  const wrong = findContextFaults(job, unit)
  if (wrong.length > 0) throw missingContextError(job.jobId, unit.id, wrong)
}

/** The unit whose agents are asked. */
function findCurrentUnit({ units, run }: Job): Unit | undefined {
  return units.find(({ id }) => id === run.step)
}

export function findContextFaults(job: Job, unit: Unit): readonly string[] {
  return listNeededFiles(unit, job).flatMap((needed) => findContextFault(needed, job.files.read(needed.file)) ?? [])
}

/** Brings the workflow context up to date with the run. */
export async function renewContext(job: Job): Promise<void> {
  const file = locateContextFile(job.folder, job.jobId)
  const text = await contextText(job)
  if (isOutdated(job.files.read(file), text)) job.files.write(file, text)
}

async function contextText(job: Job): Promise<string> {
  return renderWorkflowContext({ ...job, values: await readNamed(job.pending, ["domain"]) })
}

/** Restores every file that the current phase needs and that is missing or changed, from what was recorded. */
export async function restoreFiles(job: Job): Promise<readonly string[]> {
  const unit = findCurrentUnit(job)
  if (job.run.values["context"] === undefined || unit === undefined) return []
  const restored = findContextFaults(job, unit)
  if (restored.length === 0) return []
  job.files.write(locateContextFile(job.folder, job.jobId), await contextText(job))
  for (const needed of listNeededFiles(unit, job)) {
    if (findContextFault(needed, job.files.read(needed.file)) === undefined) continue
    const entry = job.history.entries.findLast(({ memory_file }) => memory_file === needed.file)
    const { readRecords } = await import("./read-records.ts")
    const [record] = entry === undefined ? [] : await readRecords(job.pending, [entry])
    if (record !== undefined) job.files.write(needed.file, record.text)
  }
  return restored
}
