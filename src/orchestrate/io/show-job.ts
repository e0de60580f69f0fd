import { readLearnings, writeLearning } from "./learning-files.ts"
import { incompleteJobError } from "../job-errors.ts"
import { type LearningPlan, planLearnings, appendEntries, explainNoLearnings } from "../learnings.ts"
import type { MemoryRecord } from "../memory-record.ts"
import { findPhaseAttempt } from "../memory/verify-work.ts"
import { gatherLearningFacts, findMissingOutputs, protocolSteps } from "../protocol.ts"
import { explainHalt, type OrchestrationState, describeOrchestration } from "../state/orchestration-state.ts"
import { type JobDirective, buildJobDirective } from "../state/job-directive.ts"
import { readOutside } from "../../run/directive/commands.ts"
import { buildDirective } from "../../run/build-directive.ts"
import { readValues } from "../../run/advance/pending-commit.ts"
import { openHistory } from "../../run/history.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import { openJob, type Job } from "./open-job.ts"
import { gatherRecords, readRecords } from "./read-records.ts"

/** Everything about a job. */
export async function showJob(runs: Runs, id: string): Promise<OrchestrationState> {
  const job = await openJob(runs, id)
  const history = openHistory(runs.engine.store)
  const whole = { ...job, values: await readAll(job), records: await gatherRecords(runs, job.run) }
  return describeOrchestration({
    ...whole,
    steps: protocolSteps,
    visits: await history.visits(id),
    questions: await history.questions({ run: id }),
    offered: planJobLearnings(whole).entries.length,
  })
}

/** The content of all its values. */
async function readAll({ pending, run }: Job): Promise<Ended["values"]> {
  return readValues(pending, run.values)
}

/** A job with everything that only its end needs. */
interface Ended extends Job {
  readonly values: Readonly<Record<string, unknown>>
  readonly records: readonly MemoryRecord[]
}

async function readEnded(job: Job): Promise<Ended> {
  return { ...job, values: await readAll(job), records: await readRecords(job.pending, job.history.entries) }
}

/**
 * What to do next, derived from committed state. A job is complete only with all six outputs. For a reader outside
 * the project, every command names its directory.
 */
export async function directJob(runs: Runs, job: Job, isOutside = false): Promise<JobDirective> {
  const current = await buildDirective(runs.engine, job.pending)
  const directive = isOutside ? readOutside(current) : current
  const { step, round, dispatches, ended: isOver } = directive
  const works = dispatches.flatMap(({ item }) => findPhaseAttempt(job, { step, round, entered: 0, item }) ?? [])
  const common = { directive, skill: job.composite.name, works, chooses: job.composite.choosing !== undefined }
  if (!isOver) return buildJobDirective({ ...common, offered: 0 })
  const ended = await readEnded(job)
  const reason = explainHalt(ended)
  const missing = reason === undefined ? findMissingOutputs(ended.values) : []
  if (missing.length > 0) throw incompleteJobError(job.jobId, missing)
  const summary = (ended.values["summary"] as { readonly summary?: string } | undefined)?.summary
  return buildJobDirective({ ...common, reason, summary, offered: planJobLearnings(ended).entries.length })
}

/** What a finished job adds to the learnings of the project. */
function planJobLearnings(job: Ended): LearningPlan {
  const facts = gatherLearningFacts(job)
  if (facts === undefined) return { because: [], entries: [] }
  const agents = [...new Set(facts.agents)]
  return planLearnings(facts, Object.fromEntries(agents.map((agent) => [agent, readLearnings(job.top, agent)])))
}

export interface Learned extends LearningPlan {
  /** The files that were written, from the project's top directory. */
  readonly files: readonly string[]
  /** Why nothing was saved; undefined if something was. */
  readonly nothing?: string | undefined
}

/** Saves the learnings of a finished job, in Markdown files that a person can edit. */
export async function saveLearnings(runs: Runs, id: string): Promise<Learned> {
  const job = await readEnded(await openJob(runs, id))
  const plan = planJobLearnings(job)
  const written = plan.entries.map(({ agent, file, entry }) => {
    const text = appendEntries(readLearnings(job.top, agent)[file], `${agent}: ${file}`, [entry])
    return writeLearning(job.top, { agent, file, text })
  })
  const nothing = plan.entries.length > 0 ? undefined : explainNoLearnings(job.run, gatherLearningFacts(job))
  return { ...plan, files: [...new Set(written)], nothing }
}
