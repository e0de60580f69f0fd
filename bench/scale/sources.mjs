import fs from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "rolldown"

const root = path.resolve(import.meta.dirname, "../..")
const folder = path.join(root, ".tmp/bench-scale")

const inputs = {
  "open-runs": "src/run/io/open-runs.ts",
  "open-session": "src/catalog/io/session/open-session.ts",
  "start-run": "src/run/advance/start-run.ts",
  "drive-run": "src/run/io/drive-run.ts",
  "work-for-runs": "src/run/io/postgres/work-for-runs.ts",
  "worker-metrics": "src/run/io/postgres/worker-metrics.ts",
  offers: "src/run/io/postgres/offers.ts",
  "describe-checkout": "src/run/io/postgres/describe-checkout.ts",
  "prepare-queue": "src/run/io/postgres/prepare-queue.ts",
  "open-boss": "src/system/postgres/open-boss.ts",
  "simulate-fleet": "test/fleet/simulate-fleet.ts",
  "fleet-decisions": "test/fleet/fleet-decisions.ts",
  "find-project": "src/system/find-project.ts",
}
const common = {
  cwd: root,
  platform: "node",
  external: ["libsql", "@parcel/watcher", "pg", "pg-boss"],
  logLevel: "silent",
}

/** The worker and the engine, bundled from their sources with the thread that has the connection beside them. */
export async function buildSources() {
  fs.rmSync(folder, { recursive: true, force: true })
  const names = "[name].js"
  await build({
    ...common,
    input: inputs,
    output: { dir: folder, format: "esm", entryFileNames: names, chunkFileNames: names },
  })
  const thread = { "postgres-thread": "src/system/postgres/postgres-thread.ts" }
  await build({ ...common, input: thread, output: { dir: folder, format: "cjs", entryFileNames: "[name].cjs" } })
}

export async function loadSources() {
  const loaded = await Promise.all(
    Object.keys(inputs).map((name) => import(pathToFileURL(path.join(folder, `${name}.js`)).href)),
  )
  return Object.assign({}, ...loaded)
}
