import { parentPort, workerData } from "node:worker_threads"

export interface ToWorker<Job> {
  readonly jobs: readonly Job[]
}

/** Answers come in the order of the jobs, for all of them together. */
export type FromWorker<Answer> =
  | { readonly kind: "ready" }
  | { readonly kind: "answers"; readonly answers: readonly Answer[] }

/** The progress of a thread, visible from outside even in the middle of a step. */
export interface ThreadProgress {
  /** Changes with every step. */
  readonly beats: number
  readonly job: number
  /** -1 before the first. */
  readonly step: number
  readonly isWorking: boolean
}

export const PROGRESS_BYTES = 16

export function readProgress(shared: SharedArrayBuffer): ThreadProgress {
  const cells = new Int32Array(shared)
  return {
    beats: Atomics.load(cells, 0),
    job: Atomics.load(cells, 1),
    step: Atomics.load(cells, 2),
    isWorking: Atomics.load(cells, 3) === 1,
  }
}

export type Work<Job, Answer> = (job: Job, takeStep: (step: number) => void) => Answer

/** The thread's side: does each job and reports it. */
export async function serveJobs<Setup, Job, Answer>(open: (setup: Setup) => Promise<Work<Job, Answer>>): Promise<void> {
  if (parentPort === null) throw new Error("this file can only be started as a thread")
  const port = parentPort
  const { shared, setup } = workerData as { readonly shared: SharedArrayBuffer; readonly setup: Setup }
  const cells = new Int32Array(shared)
  const work = await open(setup)
  const beat = (cell: number, value: number): void => {
    Atomics.store(cells, cell, value)
    Atomics.add(cells, 0, 1)
  }
  const send = (message: FromWorker<Answer>): void => port.postMessage(message)
  port.on("message", ({ jobs }: ToWorker<Job>) => {
    const answers = jobs.map((job, at) => {
      beat(2, -1)
      beat(1, at)
      beat(3, 1)
      return work(job, (step) => beat(2, step))
    })
    beat(3, 0)
    send({ kind: "answers", answers })
  })
  send({ kind: "ready" })
}
