// A worker of DBOS, with the same run.
import { DBOS } from "@dbos-inc/dbos-sdk"
import { STEPS } from "./toy.mjs"

const { address, concurrency } = JSON.parse(process.argv[2])
DBOS.setConfig({ name: "bench", systemDatabaseUrl: address, logLevel: "error", applicationVersion: "1" })
DBOS.registerWorkflow(
  async () => {
    for (let step = 1; step <= STEPS; step++) await DBOS.runStep(async () => "done", { name: `step-${step}` })
    return "done"
  },
  { name: "toy" },
)
await DBOS.launch()
await DBOS.registerQueue("bench", {
  workerConcurrency: concurrency,
  minPollingIntervalMs: 50,
  onConflict: "always_update",
})
console.log(JSON.stringify({ ready: true }))
process.on("SIGTERM", () => void DBOS.shutdown().then(() => process.exit(0)))
