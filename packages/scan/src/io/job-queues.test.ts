import fc from "fast-check"
import { expect, test } from "vitest"
import { BATCH, openQueues } from "./job-queues.ts"

test("in whatever order threads ask, each job is assigned once", () => {
  const asked = fc.array(fc.nat({ max: 3 }), { maxLength: 200 })
  fc.assert(
    fc.property(fc.nat({ max: 300 }), fc.integer({ min: 1, max: 4 }), asked, (size, count, order) => {
      const jobs = Array.from({ length: size }, (_, at) => at)
      const queues = openQueues(jobs, count)
      const taken = order.flatMap((which) => queues[which % count]?.take() ?? [])
      const rest = queues.flatMap((queue) => Array.from({ length: size + 1 }, () => queue.take()).flat())
      expect([...taken, ...rest].sort((a, b) => a - b)).toEqual(jobs)
      expect(queues.some((queue) => queue.hasMore())).toBe(false)
    }),
  )
})

test("neighbouring jobs go to the same thread, and a thread that finishes early takes from the end of what others have left", () => {
  const [first, second] = openQueues(
    Array.from({ length: 100 }, (_, at) => at),
    2,
  )
  expect(first?.take()).toEqual(Array.from({ length: BATCH }, (_, at) => at))
  expect(second?.take()).toEqual(Array.from({ length: BATCH }, (_, at) => 50 + at))
  while (second?.hasMore() === true && (second.take()[0] ?? 0) >= 50);
  expect(first?.take()[0]).toBe(BATCH)
})

test("a job that is put back comes first", () => {
  const [only] = openQueues(["a", "b"], 1)
  const batch = only?.take() ?? []
  only?.putBack(batch.slice(1))
  expect([only?.hasMore(), only?.take()]).toEqual([true, ["b"]])
})
