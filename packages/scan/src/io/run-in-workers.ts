import { Worker } from "node:worker_threads"
import type { StoppedStep } from "../plan-scan.ts"
import { ScanFailure } from "../scan-failure.ts"
import { BATCH, openQueues, type Queue } from "./job-queues.ts"
import { type FromWorker, PROGRESS_BYTES, readProgress, type ToWorker } from "./worker-protocol.ts"

export interface WorkerRun<Job, Answer> {
  readonly worker: URL
  /** The first message to every worker. */
  readonly setup: unknown
  readonly jobs: readonly Job[]
  readonly workers: number
  /**
   * The time limit of one step of one job, in CPU time that the process really got, so that a busy machine does not
   * matter.
   */
  readonly deadlineMs: number
  /** The memory limit of a thread. */
  readonly memoryMb?: number
  readonly answered: (job: Job, answer: Answer) => void
  /** Called with a job that did not finish a step; returns the job to try instead, or nothing. */
  readonly stuck: (job: Job, stopped: StoppedStep) => Job | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs jobs in threads. A thread that exceeds the time or memory limit of a step is ended and replaced; other threads
 * repeat its unanswered jobs.
 */
export async function runInWorkers<Job, Answer>(run: WorkerRun<Job, Answer>): Promise<void> {
  const count = Math.max(1, Math.min(run.workers, Math.ceil(run.jobs.length / BATCH)))
  if (run.jobs.length === 0) return
  const queues = openQueues(run.jobs, count)
  await Promise.all(queues.map((queue) => serve(run, queue)))
}

async function serve<Job, Answer>(run: WorkerRun<Job, Answer>, queue: Queue<Job>): Promise<void> {
  while (queue.hasMore()) {
    run.signal?.throwIfAborted()
    const end = await drive(run, queue)
    if (end.kind === "done") return
    const { at, batch } = end
    const job = batch[at]
    const again = job === undefined ? undefined : run.stuck(job, end)
    queue.putBack([...(again === undefined ? [] : [again]), ...batch.filter((_, place) => place !== at)])
  }
}

type End<Job> =
  | { readonly kind: "done" }
  | ({ readonly kind: "stuck"; readonly at: number; readonly batch: readonly Job[] } & StoppedStep)

/** One thread, until the queue is empty or the thread is stuck. */
function drive<Job, Answer>(run: WorkerRun<Job, Answer>, queue: Queue<Job>): Promise<End<Job>> {
  const shared = new SharedArrayBuffer(PROGRESS_BYTES)
  const worker = new Worker(run.worker, {
    workerData: { shared, setup: run.setup },
    resourceLimits: {
      maxOldGenerationSizeMb: run.memoryMb ?? MOST_MEMORY_MB,
      maxYoungGenerationSizeMb: MOST_YOUNG_MB,
    },
  })
  let batch: readonly Job[] = []
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void): void => {
      clearInterval(watch)
      run.signal?.removeEventListener("abort", abort)
      worker.removeAllListeners()
      void worker.terminate().then(settle, reject)
    }
    const next = (): void => {
      batch = queue.take()
      if (batch.length === 0) finish(() => resolve({ kind: "done" }))
      else worker.postMessage({ jobs: batch } satisfies ToWorker<Job>)
    }
    const watch = watchProgress(shared, run, ({ job, step }) => {
      finish(() => resolve({ kind: "stuck", why: "time", at: job, step, batch }))
    })
    const abort = (): void => finish(() => reject(run.signal?.reason))
    run.signal?.addEventListener("abort", abort, { once: true })
    worker.on("error", (error) => {
      const { isWorking, job, step } = readProgress(shared)
      if (isWorking && isOutOfMemory(error))
        finish(() => resolve({ kind: "stuck", why: "memory", at: job, step, batch }))
      else finish(() => reject(workerFailure(error)))
    })
    worker.on("message", (message: FromWorker<Answer>) => {
      if (message.kind === "answers") {
        for (const [at, job] of batch.entries()) run.answered(job, message.answers[at] as Answer)
      }
      next()
    })
  })
}

/**
 * The limit for a thread's own objects. With it the engine also collects garbage before a thread takes several times
 * what it needs. A step that needs more is stopped like one that takes too long.
 */
const MOST_MEMORY_MB = 512
/** For new objects. Half of what the engine would take: 25 MB less for each thread, for a little more time. */
const MOST_YOUNG_MB = 24

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
}

/** How many times its deadline a step may take, however little CPU time the process got. */
const MOST_PATIENT = 30

/** Calls back when a working thread has not finished a step for too long. */
function watchProgress<Job, Answer>(
  shared: SharedArrayBuffer,
  { deadlineMs, workers }: WorkerRun<Job, Answer>,
  stuck: (where: { readonly job: number; readonly step: number }) => void,
): NodeJS.Timeout {
  let last = readProgress(shared)
  let since = performance.now()
  let usedBefore = process.cpuUsage()
  const isOver = (): boolean => {
    const passed = performance.now() - since
    if (passed <= deadlineMs) return false
    const { user, system } = process.cpuUsage(usedBefore)
    return (user + system) / 1000 > deadlineMs * workers || passed > deadlineMs * MOST_PATIENT
  }
  return setInterval(
    () => {
      const now = readProgress(shared)
      if (!now.isWorking || now.beats !== last.beats) {
        last = now
        since = performance.now()
        usedBefore = process.cpuUsage()
      } else if (isOver()) stuck(now)
    },
    Math.min(50, Math.max(5, deadlineMs / 5)),
  )
}

function workerFailure(cause: unknown): unknown {
  if (!(cause instanceof Error) || !("code" in cause)) return cause
  return new ScanFailure("review.worker-failed", "a code-scanning thread ended unexpectedly", {
    retry: "later",
    next: "run the review again; if it happens again, use fewer files",
    cause,
  })
}
