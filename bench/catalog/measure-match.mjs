import fs from "node:fs"
import path from "node:path"
import { driver, ours, query } from "./candidates.mjs"
import { weighRun } from "./measure.mjs"

/** A match without the process around it, in ms; undefined where the build has no library that can match. */
export async function measureMatch(place) {
  const library = path.join(path.dirname(place.cli), "index.js")
  if (!fs.existsSync(library)) return undefined
  const { cwd, env } = ours(place).find(({ id }) => id === "match-indexed")
  const args = [library, cwd, query]
  const candidate = { ...driver("match-inside", "match inside", { script: "match-inside.mjs", args }), cwd, env }
  const { exit, stdout } = await weighRun(candidate, { scratch: place.scratch, limit: 120_000 })
  return exit === 0 ? JSON.parse(stdout) : undefined
}
