// Measures `skillet list` and `skillet match` against their floors and their peers, interleaved: npm run bench
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { setTimeout as wait } from "node:timers/promises"
import { parseArgs } from "node:util"
import { floors, ours } from "./candidates.mjs"
import { generateSkills } from "./generate.mjs"
import { hasGnuTime, timeRun, weighRun } from "./measure.mjs"
import { measureMatch } from "./measure-match.mjs"
import { median } from "./median.mjs"
import { installedVersion, peers } from "./peers.mjs"
import { describeMachine, printReport } from "./report.mjs"
import { bars } from "./bars.mjs"

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))))

/** Files changed this recently are not kept in an index: the next change could have the same timestamp. */
const settle = 2500

const usage = `usage: node bench/catalog/run.mjs [options]
  --n 100,1000,10000   how many skills, one run each
  --rounds 9           timed runs of every candidate; the median counts
  --no-peers           only Skillet and the floors
  --seconds 20         a candidate that used this much gets no further round
  --limit 60           a run longer than this many seconds is given up
  --cli FILE           another Skillet, default dist/cli.cjs
  --json               the results as JSON on stdout`

await main()

async function main() {
  const options = readOptions()
  if (options === undefined) return
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-bench-"))
  try {
    const runs = []
    options.cli ??= setAside(path.join(scratch, "skillet"))
    for (const count of options.counts) runs.push(await runWith(count, options, scratch))
    const result = { machine: describeMachine(), rounds: options.rounds, runs, bars: bars(runs) }
    keep(result)
    if (options.json) console.log(JSON.stringify(result, null, 2))
    else printReport(result)
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      n: { type: "string", default: "100,1000,10000" },
      rounds: { type: "string", default: "9" },
      "no-peers": { type: "boolean", default: false },
      seconds: { type: "string", default: "20" },
      limit: { type: "string", default: "60" },
      cli: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) return void console.log(usage)
  return {
    counts: values.n.split(",").map(Number),
    rounds: Number(values.rounds),
    withPeers: !values["no-peers"],
    budget: Number(values.seconds) * 1000,
    limit: Number(values.limit) * 1000,
    cli: values.cli === undefined ? undefined : path.resolve(values.cli),
    json: values.json,
  }
}

/** A copy of the build, so that a new build during the run changes nothing. */
function setAside(folder) {
  for (const part of ["dist", "skills", "package.json"]) {
    const from = path.join(root, part)
    if (fs.existsSync(from)) fs.cpSync(from, path.join(folder, part), { recursive: true })
  }
  return path.join(folder, "dist", "cli.cjs")
}

async function runWith(count, options, scratch) {
  const folder = path.join(scratch, String(count))
  say(`making ${count} skills`)
  const { sizes: _, ...made } = generateSkills({ folder, count })
  await wait(settle)
  const env = cleanEnvironment(path.join(scratch, "home"))
  const place = { folder, env, scratch: path.join(scratch, `scratch-${count}`), cli: options.cli }
  fs.mkdirSync(place.scratch)
  const candidates = [...floors(place), ...ours(place), ...(options.withPeers ? presentPeers(place) : [])]
  const measured = []
  for (const candidate of candidates) measured.push(await firstLook(candidate, place, options))
  await timeInTurns(measured, place, options)
  const load = Number(os.loadavg()[0].toFixed(1))
  const inside = await measureMatch(place)
  fs.rmSync(folder, { recursive: true })
  return { count, made, load, inside, candidates: measured.map(summarise) }
}

/** A separate home, so that the user's own is neither read nor written. Telemetry and update checks are off. */
function cleanEnvironment(home) {
  fs.mkdirSync(home, { recursive: true })
  const quiet = { CI: "1", DO_NOT_TRACK: "1", DISABLE_TELEMETRY: "1", NO_UPDATE_NOTIFIER: "1", NO_COLOR: "1" }
  return { PATH: process.env.PATH, TMPDIR: os.tmpdir(), LANG: "C.UTF-8", HOME: home, ...quiet }
}

function presentPeers(place) {
  return peers(place).filter(({ packageName }) => {
    const isHere = installedVersion(packageName) !== undefined
    if (!isHere) say(`${packageName} is not installed (cd bench && npm ci): left out`)
    return isHere
  })
}

/** A run that is not counted: it fills caches, measures memory and checks that the output is complete. */
async function firstLook(candidate, place, { limit }) {
  say(candidate.title)
  await candidate.prepare?.()
  if (candidate.needsWarmUp) await weighRun(candidate, { scratch: place.scratch, limit })
  const { stdout, ...run } = await weighRun(candidate, { scratch: place.scratch, limit })
  const found = run.timeout ? undefined : countFound(candidate, stdout)
  return { candidate, first: run, found, spent: run.spent, times: [], isOver: run.timeout === true }
}

function countFound(candidate, stdout) {
  if (candidate.found === undefined) return undefined
  try {
    return candidate.found(stdout)
  } catch {
    return Number.NaN
  }
}

async function timeInTurns(measured, place, { rounds, budget, limit }) {
  for (let round = 0; round < rounds; round++) {
    say(`round ${round + 1} of ${rounds}`)
    const turn = [...measured.slice(round % measured.length), ...measured.slice(0, round % measured.length)]
    for (const entry of turn) {
      if (entry.isOver || (entry.times.length > 0 && entry.spent > budget)) continue
      await entry.candidate.prepare?.()
      const run = await timeRun(entry.candidate, { scratch: place.scratch, limit })
      entry.spent += run.spent
      if (run.timeout) entry.isOver = true
      else entry.times.push(run)
    }
  }
}

function summarise({ candidate, first, found, times, isOver }) {
  const { id, title, packageName } = candidate
  const version = packageName === undefined ? undefined : installedVersion(packageName)
  return {
    id,
    title,
    version,
    runs: times.length,
    wall: median(times.map(({ wall }) => wall)),
    leastWall: Math.min(...times.map(({ wall }) => wall)),
    cpu: median(times.map(({ cpu }) => cpu)),
    peak: first.peak,
    found,
    exit: first.exit,
    error: first.exit === 0 ? undefined : first.stderr?.slice(0, 300),
    isOver,
  }
}

function keep(result) {
  const out = path.join(root, "bench", "out")
  fs.mkdirSync(out, { recursive: true })
  fs.writeFileSync(path.join(out, "catalog.json"), `${JSON.stringify(result, null, 2)}\n`)
  if (!hasGnuTime()) say("GNU time is not installed: memory was not measured")
}

function say(text) {
  console.error(`bench: ${text}`)
}
