import type { Choice } from "../orchestrate/choice/choose-composite-skill.ts"
import type { PlannedSequence } from "../orchestrate/choice/plan-sequence.ts"
import { advanceJob } from "../orchestrate/io/advance-job.ts"
import type { ExportedJob } from "../orchestrate/io/export-job.ts"
import type { ListedJob } from "../orchestrate/io/list-jobs.ts"
import type { Job } from "../orchestrate/io/open-job.ts"
import { settleJob } from "../orchestrate/io/settle-job.ts"
import { directJob, type Learned } from "../orchestrate/io/show-job.ts"
import type { MemoryRecord } from "../orchestrate/memory-record.ts"
import type { VisitPlace } from "../run/history/show-visit.ts"
import type { JobRequest } from "../orchestrate/job-request.ts"
import type { OrchestrationState } from "../orchestrate/state/orchestration-state.ts"
import type { JobDirective } from "../orchestrate/state/job-directive.ts"
import { isWithin } from "../system/files/is-within.ts"
import type { RunDriving } from "./drive-with-agents.ts"
import type { Resources } from "./open-resources.ts"

/** Jobs of composite skills. */
export interface SkilletJobs {
  /** Chooses the composite skill that fits the request, and begins. With `driving`, agents do the phases. */
  start(request: JobRequest, how?: JobStarting): Promise<StartedJob>
  /** Continues after the agents of a phase are done. It refuses until all their files are complete. */
  advance(job: string): Promise<JobDirective>
  /** What to do now; files that are missing are restored. With `driving`, agents continue. */
  resume(job: string, how?: JobResuming): Promise<JobDirective>
  show(job: string): Promise<OrchestrationState>
  /** The memory files of a phase as they were verified, whole: one, or one of each branch. Default: its latest attempt. */
  memory(at: VisitPlace): Promise<readonly MemoryRecord[]>
  list(filter?: { readonly all?: boolean | undefined }): Promise<readonly ListedJob[]>
  /** Writes the state of a job as a file; without a path, where the protocol has its state files. */
  export(job: string, to?: string): Promise<ExportedJob>
  /** Saves what a finished job learned. */
  learn(job: string): Promise<Learned>
}

export interface JobStarting {
  readonly driving?: RunDriving | undefined
  /** Called with the choice before any agent is asked. */
  readonly onChoice?: ((made: JobChoice) => void) | undefined
}

export interface JobChoice {
  readonly choice: Choice
  /** For a planned sequence: its functions, and the reason for each. */
  readonly functions: PlannedSequence["functions"]
}

export interface StartedJob extends JobChoice {
  readonly directive: JobDirective
}

export interface JobResuming {
  readonly driving?: RunDriving | undefined
  /** Called for each file that was restored from the recorded data, before any agent is asked. */
  readonly onRestored?: ((file: string) => void) | undefined
}

export function openSkilletJobs(resources: Resources): SkilletJobs {
  const direct = async (job: Job) => directJob(await resources.runs(), job, !isWithin(resources.reader, job.top))
  const jobs: SkilletJobs = {
    async start(request, how = {}) {
      const { startJob } = await import("../orchestrate/io/start-job.ts")
      const started = await startJob(await resources.session(), await resources.runs(), request)
      const { job, choice, functions } = started
      for (const problem of started.problems) resources.options.onProblem?.(problem)
      how.onChoice?.({ choice, functions })
      const directive = await direct(await driveIfAsked(resources, job, how.driving))
      if (isDriven(how.driving) && directive.status === "completed" && directive.advance !== undefined)
        return jobs.start({ query: "", reasoningSession: directive.task_id }, how)
      return { directive: { ...directive, steps: started.steps }, choice, functions }
    },
    advance: async (job) => direct(await advanceJob(await resources.runs(), job, resources.options)),
    async resume(id, { driving, onRestored } = {}) {
      const { restoreFiles } = await import("../orchestrate/io/job-context.ts")
      const job = await settleJob(await resources.runs(), id, resources.options)
      for (const file of await restoreFiles(job)) onRestored?.(file)
      return direct(await driveIfAsked(resources, job, driving))
    },
    show: async (job) => (await import("../orchestrate/io/show-job.ts")).showJob(await resources.runs(), job),
    memory: async (at) =>
      (await import("../orchestrate/io/read-records.ts")).readPhaseRecords(await resources.runs(), at),
    async list({ all } = {}) {
      const { listJobs } = await import("../orchestrate/io/list-jobs.ts")
      return listJobs(await resources.runs(), { isAll: all === true })
    },
    export: async (job, to) =>
      (await import("../orchestrate/io/export-job.ts")).exportJob(await resources.runs(), job, to),
    learn: async (job) => (await import("../orchestrate/io/show-job.ts")).saveLearnings(await resources.runs(), job),
  }
  return jobs
}

/** Whether agents do the phases, and not the caller. */
function isDriven(driving: RunDriving | undefined): driving is RunDriving {
  return driving !== undefined && driving.agent !== "host"
}

/** With the caller as the agent the job stays where it is; the code for other agents is loaded only for them. */
async function driveIfAsked(resources: Resources, job: Job, driving: RunDriving | undefined): Promise<Job> {
  if (!isDriven(driving)) return job
  const { openDriver } = await import("./drive-with-agents.ts")
  const driver = await openDriver(resources, driving)
  if (driver === undefined) return job
  const { driveJob } = await import("../orchestrate/io/drive-job.ts")
  const { atOnce, signal, progress } = driving
  return driveJob(await resources.session(), await resources.runs(), {
    jobId: job.jobId,
    driver,
    atOnce,
    ...(signal && { signal }),
    ...(progress && { progress }),
  })
}
