import fs from "node:fs"
import path from "node:path"
import v8 from "node:v8"
import vm from "node:vm"

const RUNS = 1000

/** Runs that wait for a report, and how much memory they use. */
export async function measureHeap(skillet, scratch) {
  v8.setFlagsFromString("--expose-gc")
  const collect = vm.runInNewContext("gc")
  const at = await skillet.open(fs.mkdtempSync(path.join(scratch, "heap-")))
  await at.startMany(RUNS)
  const before = settledHeap(collect)
  await at.startMany(RUNS)
  const after = settledHeap(collect)
  await at.close()
  return { runs: RUNS, bytesPerRun: (after - before) / RUNS }
}

function settledHeap(collect) {
  for (let n = 0; n < 5; n++) collect()
  return process.memoryUsage().heapUsed
}
