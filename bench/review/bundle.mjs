import fs from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "rolldown"

export const root = path.resolve(import.meta.dirname, "../..")

/** The sources are TypeScript, so they are bundled first. Gives the folder of the bundle. */
export async function bundleSources() {
  const bundle = path.join(root, ".tmp/bench-review")
  fs.rmSync(bundle, { recursive: true, force: true })
  await build({
    cwd: root,
    input: {
      measure: "test/review-set/measure.ts",
      "scan-code": "src/app/scan/scan-code.ts",
      "scan-worker": "src/app/scan/scan-worker.ts",
      "tree-rules": "src/analysis/tree-rules.ts",
    },
    platform: "node",
    logLevel: "warn",
    output: { dir: bundle, format: "esm", entryFileNames: "[name].js", chunkFileNames: "[name].js" },
  })
  return bundle
}

export function loadFrom(bundle, name) {
  return import(pathToFileURL(path.join(bundle, name)).href)
}
