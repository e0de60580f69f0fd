import { randomUUID } from "node:crypto"
import { setImmediate as turn } from "node:timers/promises"
import type { PgBoss } from "pg-boss"
import { expect, test } from "vitest"
import { chooseFetchPace } from "../../drive/decide-pace.ts"
import { openFetchSlots } from "./fetch-slots.ts"

type Handler = (jobs: readonly { readonly data: string }[]) => Promise<void>

/** As much of pg-boss as fetches: every slot takes the next message, and stays until it is taken off. */
function openQueue() {
  const waiting: string[] = []
  const slots = new Map<string, () => void>()
  let most = 0
  const boss = {
    async work(_queue: string, _options: object, handle: Handler) {
      const id = randomUUID()
      let wake = () => {}
      slots.set(id, () => wake())
      most = Math.max(most, slots.size)
      void (async () => {
        while (slots.has(id)) {
          const data = waiting.shift()
          if (data !== undefined) await handle([{ data }])
          else await new Promise<void>((resolve) => (wake = resolve))
        }
      })()
      return id
    },
    async offWork(_queue: string, { id }: { id?: string }) {
      for (const [one, wake] of id === undefined ? [...slots] : [[id, slots.get(id) ?? (() => {})] as const]) {
        slots.delete(one)
        wake()
      }
    },
    notifyWorker: (id: string) => slots.get(id)?.(),
  } as unknown as Pick<PgBoss, "work" | "offWork" | "notifyWorker">
  const send = (messages: readonly string[]) => {
    waiting.push(...messages)
    for (const wake of slots.values()) wake()
  }
  return { boss, send, countSlots: () => slots.size, most: () => most }
}

test("a worker without work has one slot that waits, and as many as it has room for while there is work", async () => {
  const queue = openQueue()
  const done: string[] = []
  let busy = 0
  let mostBusy = 0
  const slots = openFetchSlots<string>(queue.boss, { queue: "q", pace: chooseFetchPace(1) }, async (message) => {
    mostBusy = Math.max(mostBusy, ++busy)
    for (let n = 0; n < 5; n++) await turn()
    busy--
    done.push(message)
  })
  await slots.resize(3)
  expect(queue.countSlots()).toBe(1)
  const messages = Array.from({ length: 10 }, (_, at) => `m${at}`)
  queue.send(messages)
  await expect.poll(() => [...done].sort()).toEqual([...messages].sort())
  expect([mostBusy, queue.most()]).toEqual([3, 3])
  await expect.poll(() => queue.countSlots()).toBe(1)
  queue.send(["late"])
  await expect.poll(() => done.at(-1)).toBe("late")
  expect(slots.countBusy()).toBe(0)
  await slots.resize(0)
  expect(queue.countSlots()).toBe(0)
  await slots.resize(2)
  expect(queue.countSlots()).toBe(1)
  await slots.close()
  expect(queue.countSlots()).toBe(0)
})
