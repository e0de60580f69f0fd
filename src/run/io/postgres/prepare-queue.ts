import type { PgBoss } from "pg-boss"
import { REDELIVERY } from "../../drive/decide-retry.ts"
import { nameDeadQueue } from "./offers.ts"

/** An agent may work for hours; a worker that is alive says so in between. */
const LONGEST_WORK = 24 * 60 * 60
const HEARTBEAT = 30

/** Creates the queues of a project, where they do not exist. */
export async function prepareQueue(boss: PgBoss, queue: string): Promise<void> {
  const dead = nameDeadQueue(queue)
  await boss.createQueue(dead, { retentionSeconds: 365 * 24 * 60 * 60 })
  await boss.createQueue(queue, {
    deadLetter: dead,
    retryLimit: REDELIVERY.deliveries - 1,
    retryDelay: REDELIVERY.delay,
    retryBackoff: true,
    retryDelayMax: REDELIVERY.longestDelay,
    expireInSeconds: LONGEST_WORK,
    heartbeatSeconds: HEARTBEAT,
    notify: true,
    deleteAfterSeconds: 60 * 60,
  })
}
