import fs from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "rolldown"

const root = path.resolve(import.meta.dirname, "../..")
const folder = path.join(root, ".tmp/bench-engine")

const inputs = {
  "open-runs": "src/run/io/open-runs.ts",
  "report-step": "src/run/io/report-step.ts",
  "start-run": "src/run/advance/start-run.ts",
  "render-xml": "src/run/directive/xml/render-xml.ts",
}

/** The engine as the command uses it. The package does not publish it, so it is bundled from its sources. */
export async function loadEngine() {
  fs.rmSync(folder, { recursive: true, force: true })
  await build({
    cwd: root,
    input: inputs,
    platform: "node",
    external: ["libsql", "@parcel/watcher"],
    logLevel: "warn",
    output: { dir: folder, format: "esm", entryFileNames: "[name].js", chunkFileNames: "[name].js" },
  })
  const loaded = await Promise.all(
    Object.keys(inputs).map((name) => import(pathToFileURL(path.join(folder, `${name}.js`)).href)),
  )
  return Object.assign({}, ...loaded)
}
