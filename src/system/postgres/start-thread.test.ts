import { Worker } from "node:worker_threads"
import { expect, test } from "vitest"
import { waitForChange } from "./start-thread.ts"

const notifier = `
const { workerData } = require("node:worker_threads")
const signal = new Int32Array(workerData)
const pause = new Int32Array(new SharedArrayBuffer(4))
for (let round = 0; round < 20; round++) {
  Atomics.wait(pause, 0, 0, 5)
  Atomics.notify(signal, 0)
}
Atomics.wait(pause, 0, 0, 5)
Atomics.add(signal, 0, 1)
Atomics.notify(signal, 0)
`

test("a late notification of an earlier answer does not pass for the next answer", async () => {
  const shared = new SharedArrayBuffer(4)
  const signal = new Int32Array(shared)
  const worker = new Worker(notifier, { eval: true, workerData: shared })
  expect(waitForChange(signal, 0, 30_000)).toBe(true)
  expect(Atomics.load(signal, 0)).toBe(1)
  await worker.terminate()
})

test("an answer that never comes is given up", () => {
  expect(waitForChange(new Int32Array(new SharedArrayBuffer(4)), 0, 20)).toBe(false)
})
