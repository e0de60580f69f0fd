import type { PgBoss } from "pg-boss"

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

/** Each slot fetches one message, and the next one as soon as it is done; without one it waits to be told. */
export function openFetchSlots<Data>(boss: PgBoss, queue: string, handle: (data: Data) => Promise<void>): FetchSlots {
  const slots = new Set<Slot>()
  const options = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 1 }

  async function open(): Promise<void> {
    const slot: Slot = { id: "", isBusy: false }
    slots.add(slot)
    slot.id = await boss.work<Data>(queue, options, async (jobs) => {
      slot.isBusy = true
      try {
        for (const { data } of jobs) await handle(data)
      } finally {
        slot.isBusy = false
        // It would pause otherwise, whatever is waiting.
        boss.notifyWorker(slot.id)
      }
    })
  }

  return {
    async resize(count) {
      const idle = [...slots].filter(({ isBusy }) => !isBusy)
      for (const slot of idle.slice(0, Math.max(0, slots.size - count))) {
        slots.delete(slot)
        await boss.offWork(queue, { id: slot.id, wait: false })
      }
      while (slots.size < count) await open()
    },
    countBusy: () => [...slots].filter(({ isBusy }) => isBusy).length,
    async close() {
      await boss.offWork(queue, { wait: true })
      slots.clear()
    },
  }
}
