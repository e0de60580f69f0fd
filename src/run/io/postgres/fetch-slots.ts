import type { PgBoss } from "pg-boss"
import type { FetchPace } from "../../drive/decide-pace.ts"
import { mayKeepSlot, mayOpenSlot, type Slots } from "../../drive/decide-room.ts"

/** How many messages a worker has at the same time. */
export interface FetchSlots {
  /** Fetches for this many at most. What is under way goes on. */
  resize(count: number): Promise<void>
  countBusy(): number
  /** Fetches no more, and waits for what is under way. */
  close(): Promise<void>
}

interface Slot {
  id: string
  isBusy: boolean
}

/**
 * Each slot has one message. Only one slot waits for the next: another is opened when it gets one, so that a worker that
 * has nothing to do asks the server as seldom as it can, and a message wakes each worker once.
 */
export function openFetchSlots<Data>(
  boss: Pick<PgBoss, "work" | "offWork" | "notifyWorker">,
  { queue, pace }: { readonly queue: string; readonly pace: FetchPace },
  handle: (data: Data) => Promise<void>,
): FetchSlots {
  const slots = new Set<Slot>()
  const options = { pollingIntervalSeconds: pace.unheard / 1000, notifyPollingIntervalSeconds: pace.heard / 1000 }
  let most = 0

  const listIdle = (): readonly Slot[] => [...slots].filter(({ isBusy }) => !isBusy)
  const count = (): Slots => ({ most, idle: listIdle().length, busy: slots.size - listIdle().length })

  async function open(): Promise<void> {
    const slot: Slot = { id: "", isBusy: false }
    slots.add(slot)
    slot.id = await boss.work<Data>(queue, options, async (jobs) => {
      // One that is being closed may have got a last message.
      slots.add(slot)
      slot.isBusy = true
      try {
        await Promise.all([keepOneIdle(), ...jobs.map(({ data }) => handle(data))])
      } finally {
        slot.isBusy = false
        // It would pause otherwise, whatever is waiting.
        if (mayKeepSlot(count())) boss.notifyWorker(slot.id)
        else await end(slot)
      }
    })
  }

  async function end(slot: Slot): Promise<void> {
    slots.delete(slot)
    await boss.offWork(queue, { id: slot.id, wait: false })
  }

  async function keepOneIdle(): Promise<void> {
    if (mayOpenSlot(count())) await open()
  }

  return {
    async resize(count) {
      most = count
      for (const slot of listIdle().slice(0, Math.max(0, slots.size - most))) await end(slot)
      await keepOneIdle()
    },
    countBusy: () => slots.size - listIdle().length,
    async close() {
      most = 0
      await boss.offWork(queue, { wait: true })
      slots.clear()
    },
  }
}
