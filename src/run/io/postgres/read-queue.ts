import { openBoss } from "../../../system/postgres/open-boss.ts"
import type { ItemKey } from "../../../agents/agent-driver.ts"
import { nameDeadQueue, nameQueue, readDispatchKey } from "./offers.ts"
import { prepareQueue } from "./prepare-queue.ts"

/** The messages of a project, as pg-boss has them. */
export interface QueueState {
  readonly waiting: number
  /** To be delivered later: tried again after a while. */
  readonly deferred: number
  /** Delivered to a worker that is at work on it. */
  readonly active: number
  readonly dead: number
  /** When all but the dead ones were counted: pg-boss counts them at most once a minute. */
  readonly counted: string
}

/** A message that no worker could handle. */
export interface DeadDispatch {
  readonly id: string
  /** Absent if the message names no dispatch. */
  readonly key?: ItemKey | undefined
  readonly since: string
  readonly why: string
}

export interface ProjectQueue {
  readonly address: string
  /** What `describeCheckout` says about the project. */
  readonly identity: string
}

export async function readQueueState(at: ProjectQueue): Promise<QueueState> {
  return useBoss(at, async (boss, queue) => {
    const [stats] = await boss.getQueueStats(queue, { force: true })
    const dead = await boss.findJobs(nameDeadQueue(queue), { queued: true })
    if (stats === undefined) throw new Error(`pg-boss has no counts of the queue ${queue}`)
    const { readyCount, deferredCount, activeCount, capturedOn } = stats
    const counts = { waiting: readyCount, deferred: deferredCount, active: activeCount, dead: dead.length }
    return { ...counts, counted: capturedOn.toISOString() }
  })
}

export async function listDead(at: ProjectQueue): Promise<readonly DeadDispatch[]> {
  return useBoss(at, async (boss, queue) => {
    const dead = await boss.findJobs(nameDeadQueue(queue), { queued: true })
    return dead.map(({ id, data, createdOn, sourceOutput }) => ({
      id,
      key: readDispatchKey(data),
      since: createdOn.toISOString(),
      why: readWhy(sourceOutput),
    }))
  })
}

/** Why workers could not handle messages of these runs that are still to be delivered, or dead. */
export async function listRefusals(at: ProjectQueue, runs: readonly string[]): Promise<readonly string[]> {
  return useBoss(at, async (boss, queue) => {
    const found = []
    for (const run of runs)
      for (const name of [queue, nameDeadQueue(queue)])
        found.push(...(await boss.findJobs(name, { queued: true, data: { run } })))
    return found.flatMap(({ output, sourceOutput }) => {
      const failed = sourceOutput ?? output
      return failed === null || failed === undefined ? [] : [readWhy(failed)]
    })
  })
}

/** Sends them again. Returns how many. */
export async function retryDead(at: ProjectQueue): Promise<number> {
  return useBoss(at, (boss, queue) => boss.redrive(nameDeadQueue(queue), { destination: queue }))
}

type Boss = Awaited<ReturnType<typeof openBoss>>

async function useBoss<Result>(
  { address, identity }: ProjectQueue,
  act: (boss: Boss, queue: string) => Promise<Result>,
): Promise<Result> {
  const boss = await openBoss({ address, maintains: false, onProblem: () => undefined })
  const queue = nameQueue(identity)
  try {
    await prepareQueue(boss, queue)
    return await act(boss, queue)
  } finally {
    await boss.stop({ graceful: false })
  }
}

function readWhy(output: unknown): string {
  const said = typeof output === "object" && output !== null && "message" in output ? output.message : output
  return typeof said === "string" ? said : "no reason was recorded"
}
