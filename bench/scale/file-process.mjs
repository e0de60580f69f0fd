// One process with a file of SQLite: starts runs and drives them, several at the same time. Prints how long that took.
import { loadSources } from "./sources.mjs"
import { openAgent, STEPS, toy } from "./toy.mjs"

const { file, cwd, count, concurrency } = JSON.parse(process.argv[2])
const { openRuns, openSession, startRun, driveRun } = await loadSources()
const env = { ...process.env, HOME: cwd, SKILLET_DB: file }
const runs = await openRuns({ cwd, env })
const session = openSession({ cwd, env, host: "open" })
const driver = openAgent()
const drive = (run) => driveRun(session, runs, { run, driver, atOnce: 1 })

await drive(await start())
const all = []
for (let n = 0; n < count; n++) all.push(await start())
const began = performance.now()
const waiting = [...all]
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) await drive(run)
  }),
)
const took = performance.now() - began
const alone = []
for (let n = 0; n < 10; n++) {
  const run = await start()
  const from = performance.now()
  await drive(run)
  alone.push((performance.now() - from) / STEPS)
}
console.log(JSON.stringify({ took, alone }))
await runs.close()

async function start() {
  const id = runs.newId()
  const { project, directory } = runs
  const started = await startRun(runs.engine, toy, { id, params: {}, project, directory, branch: "" })
  if (started.kind !== "applied") throw new Error(JSON.stringify(started))
  return id
}
