import fs from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "rolldown"

/** This package, and the repository that it is in. */
export const root = path.resolve(import.meta.dirname, "..")
export const repository = path.resolve(root, "../..")

/** The sources are TypeScript, so they are bundled first. Gives the folder of the bundle. */
export async function bundleSources() {
  const bundle = path.join(root, ".tmp/bench-review")
  fs.rmSync(bundle, { recursive: true, force: true })
  await build({
    cwd: root,
    input: {
      measure: "test/review-set/measure.ts",
      "scan-code": "src/io/scan-code.ts",
      "scan-worker": "src/io/scan-worker.ts",
      "tree-rules": "src/tree-rules.ts",
    },
    platform: "node",
    logLevel: "warn",
    output: { dir: bundle, format: "esm", entryFileNames: "[name].js", chunkFileNames: "[name].js" },
  })
  // The scanner looks for the thread as Skillet's build names it.
  fs.writeFileSync(path.join(bundle, "scan-worker.cjs"), 'void import("./scan-worker.js")\n')
  return bundle
}

export function loadFrom(bundle, name) {
  return import(pathToFileURL(path.join(bundle, name)).href)
}
