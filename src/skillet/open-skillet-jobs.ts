import type { Choice } from "../orchestrate/choice/choose-composite-skill.ts"
import type { PlannedSequence } from "../orchestrate/choice/plan-sequence.ts"
import { advanceTask } from "../orchestrate/io/advance-task.ts"
import type { ListedTask } from "../orchestrate/io/list-tasks.ts"
import type { CompositeTask } from "../orchestrate/io/open-task.ts"
import { settleTask } from "../orchestrate/io/settle-task.ts"
import { directTask, type Learned } from "../orchestrate/io/show-task.ts"
import type { TaskRequest } from "../orchestrate/io/start-task.ts"
import type { OrchestrationState } from "../orchestrate/state/orchestration-state.ts"
import type { TaskDirective } from "../orchestrate/state/task-directive.ts"
import { isWithin } from "../system/files/is-within.ts"
import type { RunDriving } from "./drive-with-agents.ts"
import type { Places } from "./open-places.ts"

/** Jobs of composite skills. */
export interface SkilletJobs {
  /** Chooses the composite skill that fits the request, and begins. With `driving`, agents do the phases. */
  start(request: TaskRequest, how?: JobStarting): Promise<StartedJob>
  /** Continues after the agents of a phase are done. It refuses until all their files are complete. */
  advance(job: string): Promise<TaskDirective>
  /** What to do now; files that are missing are restored. With `driving`, agents continue. */
  resume(job: string, how?: JobResuming): Promise<TaskDirective>
  show(job: string): Promise<OrchestrationState>
  list(filter?: { readonly all?: boolean | undefined }): Promise<readonly ListedTask[]>
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
  readonly directive: TaskDirective
}

export interface JobResuming {
  readonly driving?: RunDriving | undefined
  /** Called for each file that was restored from the recorded data, before any agent is asked. */
  readonly onRestored?: ((file: string) => void) | undefined
}

export function openSkilletJobs(places: Places): SkilletJobs {
  const direct = async (task: CompositeTask) =>
    directTask(await places.runs(), task, !isWithin(places.reader, task.top))
  return {
    async start(request, { driving, onChoice } = {}) {
      const { startTask } = await import("../orchestrate/io/start-task.ts")
      const { task, choice, functions } = await startTask(await places.session(), await places.runs(), request)
      onChoice?.({ choice, functions })
      return { directive: await direct(await driveJob(places, task, driving)), choice, functions }
    },
    advance: async (job) => direct(await advanceTask(await places.runs(), job, places.options)),
    async resume(job, { driving, onRestored } = {}) {
      const { restoreFiles } = await import("../orchestrate/io/task-context.ts")
      const task = await settleTask(await places.runs(), job, places.options)
      for (const file of await restoreFiles(task)) onRestored?.(file)
      return direct(await driveJob(places, task, driving))
    },
    show: async (job) => (await import("../orchestrate/io/show-task.ts")).showTask(await places.runs(), job),
    async list({ all } = {}) {
      const { listTasks } = await import("../orchestrate/io/list-tasks.ts")
      return listTasks(await places.runs(), all === true)
    },
    learn: async (job) => (await import("../orchestrate/io/show-task.ts")).saveLearnings(await places.runs(), job),
  }
}

/** With the caller as the agent the job stays where it is; the code for other agents is loaded only for them. */
async function driveJob(places: Places, task: CompositeTask, driving: RunDriving | undefined): Promise<CompositeTask> {
  if (driving === undefined || driving.agent === "host") return task
  const { openDriver } = await import("./drive-with-agents.ts")
  const driver = await openDriver(places, driving)
  if (driver === undefined) return task
  const { driveTask } = await import("../orchestrate/io/drive-task.ts")
  const { atOnce, signal, progress } = driving
  return driveTask(await places.session(), await places.runs(), {
    task: task.task,
    driver,
    atOnce,
    ...(signal && { signal }),
    ...(progress && { progress }),
  })
}
