// A worker as a process: `skillet worker`, with an agent that takes no time.
import { loadSources } from "./sources.mjs"
import { openAgent } from "./toy.mjs"

const { address, cwd, concurrency, slow, tells } = JSON.parse(process.argv[2])
const { openRuns, openSession, workForRuns, openWorkerMetrics } = await loadSources()
const env = { ...process.env, HOME: cwd, SKILLET_DB: address }
const stop = new AbortController()
process.on("SIGTERM", () => stop.abort(new Error("stopped")))
const runs = await openRuns({ cwd, env })
await workForRuns(openSession({ cwd, env, host: "open" }), runs, {
  address,
  driver: openAgent({ slow, tells }),
  concurrency,
  stop: stop.signal,
  grace: 0,
  leaseMilliseconds: 3_600_000,
  metrics: openWorkerMetrics(),
  log: ({ event, message }) => event === "problem" && console.error(message),
  ready: () => console.log(JSON.stringify({ ready: true })),
})
await runs.close()
process.exit(0)
