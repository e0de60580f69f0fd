import fs from "node:fs"
import path from "node:path"
import { driver, ours, query } from "./candidates.mjs"
import { median } from "./median.mjs"
import { weighRun } from "./measure.mjs"

/**
 * Comparing alone, in ms by the answer's own clock, loading what was kept on disk included: `command` in a process that
 * does nothing else, `again` in one that has answered before. Undefined where the build cannot match.
 */
export async function measureMatch(place) {
  const match = ours(place).find(({ id }) => id === "match-indexed")
  const how = { scratch: place.scratch, limit: 120_000 }
  const fresh = []
  for (let turn = 0; turn < 7; turn++) {
    const { exit, stdout } = await weighRun({ ...match, args: [...match.args, "--json"] }, how)
    if (exit !== 0) return undefined
    fresh.push(JSON.parse(stdout))
  }
  const again = await warm(place, match, how)
  const command = median(fresh.map(({ milliseconds }) => milliseconds))
  return { among: fresh[0].among, command, again }
}

async function warm(place, { cwd, env }, how) {
  const library = path.join(path.dirname(place.cli), "index.js")
  if (!fs.existsSync(library)) return undefined
  const script = driver("match-inside", "", { script: "match-inside.mjs", args: [library, cwd, query] })
  const { exit, stdout } = await weighRun({ ...script, cwd, env }, how)
  if (exit !== 0) return undefined
  const turns = JSON.parse(stdout).slice(1)
  return median(turns.map(({ milliseconds }) => milliseconds))
}
