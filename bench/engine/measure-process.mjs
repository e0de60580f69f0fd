import fs from "node:fs"
import path from "node:path"
import { timeRun } from "../catalog/measure.mjs"
import { median } from "../catalog/median.mjs"
import { reportText, stepIds } from "./procedure.mjs"

const ROUNDS = 21
const LIMIT = 60_000

/** `run report`, which prints the next directive, as a whole process, compared with bare node and the shortest command. */
export async function measureProcess({ root, skillet, scratch, say }) {
  const built = path.join(root, "dist/cli.cjs")
  if (!fs.existsSync(built)) return void say("there is no build: `run report` as a process is left out")
  const place = fs.mkdtempSync(path.join(scratch, "process-"))
  const cli = setAside(root, path.join(place, "skillet"))
  const at = await skillet.open(place)
  const run = at.runId()
  await at.close()
  const output = path.join(place, "report.txt")
  const env = { PATH: process.env.PATH, HOME: place, SKILLET_DB: path.join(place, "skillet.db"), SKILLET_BY: "bench" }
  const node = (args) => ({ command: process.execPath, args, cwd: place, env })
  let count = 0
  const candidates = {
    "bare node": () => node(["-e", "0"]),
    "skillet --version": () => node([cli, "--version"]),
    "skillet run current": () => node([cli, "run", "current", run]),
    "skillet run report": () => {
      fs.writeFileSync(output, reportText(count))
      const step = stepIds[count++ % stepIds.length]
      return node([cli, "run", "report", run, "--step", step, "--outcome", "ok", "--output", output])
    },
  }
  const times = Object.fromEntries(Object.keys(candidates).map((title) => [title, []]))
  say("run report as a process")
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [title, make] of Object.entries(candidates)) {
      const run = await timeRun(make(), { scratch: place, limit: LIMIT })
      if (run.exit !== 0)
        throw new Error(`${title} ended with ${run.exit}: ${fs.readFileSync(path.join(place, "times.err"), "utf8")}`)
      if (round > 0) times[title].push(run)
    }
  }
  return Object.entries(times).map(([title, runs]) => ({
    title,
    wall: median(runs.map(({ wall }) => wall)),
    leastWall: Math.min(...runs.map(({ wall }) => wall)),
    cpu: median(runs.map(({ cpu }) => cpu)),
  }))
}

/** A copy of the build, so that a new build during the run changes nothing. */
function setAside(root, folder) {
  for (const part of ["dist", "package.json"])
    fs.cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
  fs.symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"))
  return path.join(folder, "dist/cli.cjs")
}
