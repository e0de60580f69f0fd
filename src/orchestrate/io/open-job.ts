import { openMemoryFolder } from "./open-memory-folder.ts"
import { noSuchJob, notAJob } from "../job-errors.ts"
import type { Composite } from "../composite.ts"
import { readComposed, keepsHistory, type StepParts, stepParts, readJobParams } from "../composite-workflow.ts"
import type { JobLayout } from "../memory/verify-work.ts"
import { noHistory, PHASE_HISTORY, type PhaseHistory } from "../memory-record.ts"
import { listUnits } from "../units.ts"
import type { MemoryFolder } from "../memory/memory-folder.ts"
import {
  findPendingRun,
  openReading,
  type PendingCommit,
  type PendingRun,
  readValues,
} from "../../run/advance/pending-commit.ts"
import type { Run } from "../../run/model.ts"
import type { Runs } from "../../run/io/open-runs.ts"

/** A job: its run as it was read or committed, and the directory of its files. */
export interface Job extends JobLayout {
  /** What is known of the run, for the next commit. */
  readonly work: PendingCommit
  readonly pending: PendingRun
  readonly run: Run
  readonly query: string
  readonly composite: Composite
  readonly parts: StepParts
  readonly files: MemoryFolder
  readonly top: string
}

/** What every agent is told is read with the job: the next phase needs it. */
const ALWAYS_READ = [PHASE_HISTORY, "domain", "context"]

/** Opens a job with one load: its head, the visit it is at, and what came of its phases so far. */
export async function openJob(runs: Runs, id: string): Promise<Job> {
  const work = openReading(runs.engine)
  const found = await findPendingRun(work, id, { current: { values: ALWAYS_READ } })
  if (found === undefined) throw noSuchJob(id)
  return readPendingJob(runs, work, id)
}

/** A job whose run was read or committed. */
export async function readPendingJob(runs: Runs, work: PendingCommit, id: string): Promise<Job> {
  const pending = findPending(work, id)
  const { run, workflow } = pending
  const composite = readComposed(workflow)
  const params = readJobParams(run.params)
  if (composite === undefined || params === undefined) throw notAJob(id)
  const units = listUnits(composite)
  const top = run.directory ?? runs.directory
  const { query, memory: folder } = params
  const parts = stepParts(workflow, composite)
  const files = openMemoryFolder(top, folder)
  const history = await readHistory(runs, pending)
  return { work, pending, run, jobId: id, query, folder, composite, units, parts, history, files, top }
}

/** The same job after a commit. */
export async function continueJob(runs: Runs, job: Job, work: PendingCommit): Promise<Job> {
  const pending = findPending(work, job.jobId)
  return { ...job, work, pending, run: pending.run, history: await readHistory(runs, pending) }
}

function findPending(work: PendingCommit, id: string): PendingRun {
  const pending = work.runs.get(id)
  if (pending === undefined) throw noSuchJob(id)
  return pending
}

async function readHistory(runs: Runs, pending: PendingRun): Promise<PhaseHistory> {
  const { run, workflow } = pending
  if (!keepsHistory(workflow)) {
    const { gatherHistory } = await import("./read-records.ts")
    return gatherHistory(runs, run)
  }
  const values = await readNamed(pending, [PHASE_HISTORY])
  return (values[PHASE_HISTORY] as PhaseHistory | undefined) ?? noHistory
}

/** The values of these names that the run has. */
export async function readNamed(
  pending: PendingRun,
  names: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const { values } = pending.run
  const named = names.flatMap((name) => {
    const source = Object.hasOwn(values, name) ? values[name] : undefined
    return source === undefined ? [] : [[name, source] as const]
  })
  return readValues(pending, Object.fromEntries(named))
}
