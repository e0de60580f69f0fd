// Runs on PostgreSQL with several workers, compared with one process and a file, and with DBOS on the same server.
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { parseArgs } from "node:util"
import { measureGrowth } from "./measure-growth.mjs"
import { measureDbos, measureFile, measureResume, measureSkillet } from "./measure-workers.mjs"
import { median, startServer } from "./processes.mjs"
import { buildSources, loadSources } from "./sources.mjs"
import { STEPS } from "./toy.mjs"

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "60" },
    concurrency: { type: "string", default: "8" },
    workers: { type: "string", default: "1,2,4" },
    sizes: { type: "string", default: "10,1000,100000" },
    rounds: { type: "string", default: "5" },
    "no-peers": { type: "boolean", default: false },
  },
})
const how = { count: Number(values.runs), concurrency: Number(values.concurrency) }
const cwd = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-bench-scale-"))
await buildSources()
const skillet = await loadSources()
const server = await startServer()
const { identity } = await skillet.describeCheckout(skillet.findProject(cwd), process.env)
const at = { skillet, server, cwd, file: path.join(cwd, "bench.db"), queue: skillet.nameQueue(identity) }
try {
  console.log(
    `${how.count} runs of ${STEPS} steps whose work takes no time, ${how.concurrency} at once in each process\n`,
  )
  console.log("| who | runs/s | ms a step, one run alone |\n|---|---|---|")
  print("Skillet, a file, one process", await measureFile(at, how))
  for (const workers of values.workers.split(",").map(Number)) {
    print(`Skillet, PostgreSQL, ${count(workers)}`, await measureSkillet(at, { ...how, workers }))
    if (!values["no-peers"]) print(`DBOS, PostgreSQL, ${count(workers)}`, await measureDbos(at, { ...how, workers }))
  }
  const { median: usual, most } = await measureResume(at, Number(values.rounds))
  console.log(
    `\nAfter a kill, another worker asks again within ${usual} ms (median of ${values.rounds}), ${most} ms at most.`,
  )
  printGrowth(await measureGrowth(at, values.sizes.split(",").map(Number)))
} finally {
  await server.close()
  fs.rmSync(cwd, { recursive: true, force: true })
}

function print(who, { took, alone }) {
  console.log(`| ${who} | ${((how.count / took) * 1000).toFixed(1)} | ${median(alone).toFixed(1)} |`)
}

function count(workers) {
  return workers === 1 ? "1 worker" : `${workers} workers`
}

function printGrowth(rows) {
  console.log(
    "\n| runs that wait | claim of a message, ms | claim in a run, ms | look for dead workers, ms |\n|---|---|---|---|",
  )
  for (const { size, byKey, byRoot, recover } of rows)
    console.log(`| ${size} | ${byKey.toFixed(1)} | ${byRoot.toFixed(1)} | ${recover.toFixed(1)} |`)
  console.log(`\nThe plan of a claim with ${rows.at(-1).size}:\n\n${rows.at(-1).plan.join("\n")}`)
}
