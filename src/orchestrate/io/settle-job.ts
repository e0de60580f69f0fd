import { LEARNINGS, readLearnings } from "./learning-files.ts"
import { agentNames } from "../agents.ts"
import { ADVANCE } from "../composite.ts"
import type { Classified } from "../domain/classify-domain.ts"
import { isWaitingForDomain } from "../domain/domain-steps.ts"
import { renderLearnings } from "../learnings.ts"
import { keepBranches, type MemoryRecord } from "../memory-record.ts"
import { findOwnPlan, type OwnPlan, type ProtocolFacts, explainUnexpectedRefusal } from "../protocol.ts"
import { applyEvents, findCommitted } from "../../run/apply-event.ts"
import { listDispatches, NO_ITEM } from "../../run/model.ts"
import { hasEnded, isAwaitingAnswer } from "../../run/run-result.ts"
import { needsSettling } from "../../run/take-report.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import type { SkilletOptions } from "../../catalog/io/session/options.ts"
import { type Job, continueJob, openJob, readNamed } from "./open-job.ts"

/** Opens a job and continues it until an agent or a person must act. */
export async function settleJob(runs: Runs, id: string, options: SkilletOptions): Promise<Job> {
  return settleOpened(runs, await openJob(runs, id), options)
}

/**
 * Does all of Skillet's own steps, and the gate commands, until an agent or a person must act. Each of the six states
 * of the protocol is a commit of its own, and the next step works on what was committed.
 */
export async function settleOpened(runs: Runs, job: Job, options: SkilletOptions): Promise<Job> {
  let now = job
  for (;;) {
    if (needsSettling(now.pending)) {
      const { settleRun } = await import("../../run/io/report-step.ts")
      await settleRun(runs, now.jobId, options)
      now = await openJob(runs, now.jobId)
    }
    const text = await makeOwnAnswer(now)
    const { step, round } = now.run
    const kept = text === undefined ? await findKeptBranches(now) : []
    const reports = text === undefined ? kept.map(toReport) : [{ item: NO_ITEM, text }]
    if (reports.length > 0) now = await reportVerified(runs, now, { step, round, reports })
    else if (await wasAskedForDomain(runs, now, options)) now = await openJob(runs, now.jobId)
    else return now
  }
}

/** The branches of the current phase that are still waiting for an agent, but need none: their work is kept. */
async function findKeptBranches(job: Job): Promise<readonly MemoryRecord[]> {
  const { visit } = job.run
  if (hasEnded(job.run) || visit === undefined || visit.round === 1) return []
  const kept = await readKeptBranches(job, visit)
  if (kept.length === 0) return []
  const open = listDispatches(await job.pending.items.all(visit.step, visit.round)).filter(isAwaitingAnswer)
  return kept.filter(({ branch }) => open.some(({ item }) => item === branch))
}

/** The work of branches that an attempt of a phase takes over from the attempt before. */
export async function readKeptBranches(
  job: Job,
  { step, round }: { readonly step: string; readonly round: number },
): Promise<readonly MemoryRecord[]> {
  if (!job.units.some(({ id, kind }) => id === step && kind === "parallel")) return []
  const values = await readNamed(job.pending, [step])
  return keepBranches(values[step] as MemoryRecord | undefined, round)
}

export function toReport(record: MemoryRecord): { readonly item: string; readonly text: string } {
  return { item: record.branch ?? NO_ITEM, text: JSON.stringify(record) }
}

/** Asks a model if a job is waiting for its domain. False if it is waiting for something else, or still waiting. */
async function wasAskedForDomain(runs: Runs, { run }: Job, options: SkilletOptions): Promise<boolean> {
  if (!isWaitingForDomain(run)) return false
  const { askDomain } = await import("./ask-domain.ts")
  return !isWaitingForDomain(await askDomain(runs, run.id, options))
}

/**
 * Skillet's own output for the current step of a run; writes the file it needs first. Undefined if the step is not
 * ours.
 */
export async function makeOwnAnswer(job: Job): Promise<string | undefined> {
  if (hasEnded(job.run)) return undefined
  const own = findOwnPlan(job.run.step, job)
  if (own === undefined) return undefined
  const { output, write } = own.plan(await gatherFacts(job, own))
  if (write !== undefined) job.files.write(write.file, write.text)
  return JSON.stringify(output)
}

/** What one of Skillet's own steps reads, and no more. */
async function gatherFacts(job: Job, own: OwnPlan): Promise<ProtocolFacts> {
  const values = await readNamed(job.pending, own.values)
  const { readRecords } = own.records === undefined ? NOTHING : await import("./read-records.ts")
  return {
    ...job,
    values,
    records: await readRecords(job.pending, job.history.entries),
    learnings: own.learnings === undefined ? {} : gatherLearnings(job, values["domain"] as Classified),
    attempt: job.run.round,
  }
}

const NOTHING = { readRecords: async () => [] }

function gatherLearnings({ query, top }: Job, { domain }: Classified): ProtocolFacts["learnings"] {
  return Object.fromEntries(
    agentNames.map((agent) => [
      agent,
      renderLearnings(readLearnings(top, agent), { query, domain, folder: `${LEARNINGS}/${agent}` }),
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
export async function reportVerified(runs: Runs, job: Job, { step, round, reports }: CheckedReports): Promise<Job> {
  const { engine } = runs
  const at = engine.now()
  const [first, ...more] = reports.map(({ item, text }) => ({
    kind: "report" as const,
    at,
    item: { step, round, item },
    outcome: "ok" as const,
    text,
    by: "skillet",
    through: ADVANCE,
  }))
  if (first === undefined) return job
  const applied = await applyEvents(engine, job.jobId, { events: [first, ...more], known: job.work })
  const unexpected = explainUnexpectedRefusal(applied)
  if (unexpected !== undefined) throw new Error(unexpected)
  const committed = findCommitted(applied)
  return committed === undefined ? openJob(runs, job.jobId) : continueJob(runs, job, committed)
}
