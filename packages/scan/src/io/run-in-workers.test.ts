import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, expect, test } from "vitest"
import { runInWorkers } from "./run-in-workers.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-workers-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** Returns every job as its answer; a job called greedy never has enough. */
const echo = `import { parentPort, workerData } from "node:worker_threads"
const cells = new Int32Array(workerData.shared)
parentPort.on("message", ({ jobs }) => {
  const answers = jobs.map((job, at) => {
    cells.set([at, 7, 1], 1)
    for (const all = []; job === "greedy"; ) all.push(new Array(10_000).fill(at + 0.5))
    return job
  })
  cells[3] = 0
  parentPort.postMessage({ kind: "answers", answers })
})
parentPort.postMessage({ kind: "ready" })
`

test("a step that takes too much memory is given up, and all other jobs are done", async () => {
  const file = path.join(folder, "echo.mjs")
  fs.writeFileSync(file, echo)
  const answered: string[] = []
  const stuck: unknown[] = []
  await runInWorkers<string, string>({
    worker: pathToFileURL(file),
    setup: undefined,
    jobs: ["a", "greedy", "b"],
    workers: 1,
    deadlineMs: 60_000,
    memoryMb: 32,
    answered: (job, answer) => answered.push(`${job}=${answer}`),
    stuck(job, { step, why }) {
      stuck.push([job, step, why])
      return undefined
    },
  })
  expect(stuck).toEqual([["greedy", 7, "memory"]])
  expect(answered).toEqual(["a=a", "b=b"])
})
