// A simulated fleet: what the workers of the product decide, by a virtual clock, and a server for which each request takes
// as long as was measured. `--measure` measures again, on a PostgreSQL that it starts, and writes costs.json.
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { parseArgs } from "node:util"
import { measureCosts } from "./measure-costs.mjs"
import { startServer } from "./processes.mjs"
import { buildSources, loadSources } from "./sources.mjs"

const { values } = parseArgs({
  options: {
    workers: { type: "string", default: "1000" },
    dispatches: { type: "string", default: "1000000" },
    cores: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
    measure: { type: "boolean", default: false },
  },
})
const [fleet, dispatches, cores, seed] = ["workers", "dispatches", "cores", "seed"].map((name) => Number(values[name]))
const file = path.join(import.meta.dirname, "costs.json")
await buildSources()
const skillet = await loadSources()
if (values.measure) await measure()
const measured = JSON.parse(fs.readFileSync(file, "utf8"))
const costs = toServerCosts(measured.costs)
const { connectionsOfWorker } = measured.costs

console.log(`Costs were measured with ${fleet} sessions on ${measured.server}. A server with ${cores} processors.\n`)
printTable(
  ["what happens", "took", "server used", "longest request, ms", "asked again", "what else"],
  listScenes().map((scene) => play(scene)),
)
console.log("\nThe first number of workers at which the server does not keep up, or refuses:\n")
printTable(["with", "workers", "because"], listLimits())

/** An agent takes 10 to 50 seconds. */
function plan(more) {
  return {
    seed,
    workers: fleet,
    concurrency: 4,
    agent: { shortest: 10_000, longest: 50_000 },
    failing: 0,
    startsWithin: 10_000,
    lease: 30_000,
    kills: [],
    hangs: [],
    restarts: [],
    server: { costs, cores, connections: 100_000, trip: 0.5, patience: 10_000 },
    connections: connectionsOfWorker,
    decisions: skillet.decisions,
    until: 24 * 3_600_000,
    ...more,
  }
}

function listScenes() {
  const busy = [{ at: 20_000, count: 100, dispatches: Math.ceil(fleet / 5), steps: 1 }]
  const small = (seen) => Math.max(...seen.waits.filter(({ run }) => run >= 1).map(({ milliseconds }) => milliseconds))
  return [
    {
      what: `${dispatches} dispatches`,
      plan: plan({ runs: [{ at: 20_000, count: 1000, dispatches: Math.ceil(dispatches / 1000), steps: 1 }] }),
      more: (seen) => `${Math.round(seen.dispatches / (seen.took / 1000))} dispatches/s`,
    },
    {
      what: "one run with 100,000 dispatches, and a minute later 1,000 runs with 10",
      plan: plan({
        runs: [
          { at: 20_000, count: 1, dispatches: 100_000, steps: 1 },
          { at: 80_000, count: 1000, dispatches: 10, steps: 1 },
        ],
      }),
      more: (seen) => `the small ones waited ${seconds(small(seen))} at most`,
    },
    {
      what: "all workers start in the same moment, with work waiting",
      plan: plan({ startsWithin: 0, runs: busy }),
      more: (seen) => `${seen.server.connections} connections`,
    },
    {
      what: "the server is away for 5 s, while all are at work",
      plan: plan({ runs: busy, restarts: [{ at: 60_000, lasts: 5000 }] }),
      more: (seen) => `all are back after ${seconds(seen.back[0])}`,
    },
    {
      what: "a tenth of the workers is killed at work",
      plan: plan({
        runs: [{ at: 20_000, count: 100, dispatches: Math.ceil(fleet / 50), steps: 1 }],
        kills: Array.from({ length: fleet / 10 }, (_, n) => ({ at: 29_000, worker: 10 * n })),
      }),
      more: (seen) =>
        `others had it after ${seconds(Math.max(...seen.resumed.map((one) => one.milliseconds)))} at most`,
    },
    {
      what: "nothing to do for 10 minutes, then one run",
      plan: plan({ runs: [{ at: 620_000, count: 1, dispatches: 1, steps: 1 }] }),
      more: (seen) => `${Math.round(seen.polls / (seen.took / 1000))} polls/s`,
    },
    {
      what: "100 agents at the same time over all, for 5,000 dispatches",
      plan: plan({ limit: 100, runs: [{ at: 20_000, count: 50, dispatches: 100, steps: 1 }] }),
      more: (seen) => `${seen.mostAsking} at once, ${seen.mostInLine} in line at most`,
    },
  ]
}

function play({ what, plan: given, more }) {
  const seen = skillet.simulateFleet(given)
  if (seen.answered !== seen.dispatches)
    throw new Error(`${what}: ${seen.answered} of ${seen.dispatches} were answered`)
  const { used, longestRequest } = seen.server
  return [what, seconds(seen.took), percent(used), Math.round(longestRequest), seen.askedAgain, more(seen)]
}

/** All workers are busy as long as they can be, and each of their dispatches is a message. */
function listLimits() {
  const load = (workers) => {
    const runs = [{ at: 10_000, count: 20, dispatches: Math.ceil((workers * 4 * 4) / 20), steps: 1 }]
    return skillet.simulateFleet(plan({ workers, runs, until: 100_000 })).server.used
  }
  const rows = [100, 500, 5000].map((most) => [
    `max_connections ${most}`,
    Math.floor((most - 3) / connectionsOfWorker) + 1,
    `a worker has ${connectionsOfWorker} connections, one more with the role of a user, and the server keeps 3`,
  ])
  for (const count of [2, cores]) {
    const [low, high] = search((workers) => (load(workers) * cores) / count > 0.8, 100, 100_000)
    rows.push([`${count} processors`, `${low} to ${high}`, "four fifths of their time are used"])
  }
  const per = measured.costs.tellingCommitsPerSecond
  rows.push([
    `${Math.round(per)} commits/s with messages`,
    Math.round((per * 30) / 4),
    "commits that tell workers of something wait for each other, and for the disk",
  ])
  return rows
}

/** The numbers between which it changes from false to true, a tenth apart. */
function search(isOver, from, to) {
  let [low, high] = [from, from]
  while (!isOver(high) && high < to) [low, high] = [high, Math.round(high * 2)]
  while (high - low > high / 10) {
    const middle = Math.round((low + high) / 2)
    if (isOver(middle)) high = middle
    else low = middle
  }
  return [low, high]
}

function toServerCosts(given) {
  const many = (name) => {
    const found = Object.keys(given).filter((key) => key.startsWith(name) && key !== `${name}0`)
    const counts = found.map((key) => Number(key.slice(name.length))).filter((count) => count > 0)
    const most = Math.max(...counts)
    return { most, cost: given[`${name}${most}`] }
  }
  const [look, told, asks] = [many("lookWith"), many("notifyTo"), many("ledgerOf")]
  const { emptyFetch, trip, sweep, supervision, idleSecond } = given
  return {
    ...given,
    lookPerWorker: Math.max(0, look.cost - given.look) / look.most,
    lookPerPair: 0,
    notifyPerListener: told.cost / told.most,
    ledgerRead: given.ledgerOf10,
    ledgerPerRow: Math.max(0, asks.cost - given.ledgerOf10) / asks.most,
    // What pg-boss does beside fetching; with many workers less often.
    idleSecond:
      Math.max(0, idleSecond - emptyFetch - trip - given.look - sweep / 5 - supervision / 10) + supervision / 60,
  }
}

async function measure() {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-bench-scale-"))
  const server = await startServer([`max_connections=${fleet + 200}`])
  try {
    const { identity } = await skillet.describeCheckout(skillet.findProject(cwd), process.env)
    const at = { skillet, server, cwd, queue: skillet.nameQueue(identity) }
    const found = await measureCosts(at, { fleet, log: (line) => console.error(line) })
    fs.writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`)
  } finally {
    await server.close()
    fs.rmSync(cwd, { recursive: true, force: true })
  }
}

function seconds(milliseconds) {
  return milliseconds < 100_000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${Math.round(milliseconds / 60_000)} min`
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`
}

function printTable(head, rows) {
  console.log(`| ${head.join(" | ")} |\n|${" --- |".repeat(head.length)}`)
  for (const row of rows) console.log(`| ${row.join(" | ")} |`)
}
