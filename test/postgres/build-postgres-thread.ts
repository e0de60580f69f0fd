import fs from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"

const root = path.resolve(import.meta.dirname, "../..")
/** Inside the project, so that packages are found from it. */
const out = path.join(root, "node_modules/.cache/postgres-thread")
const source = path.join(root, "src/system/postgres")

/** The thread that has the connection, built from the sources. */
export const builtThread = pathToFileURL(path.join(out, "postgres-thread.js"))

/** Node cannot start a thread from our sources, so a bundled one is built whenever the sources have changed. */
export async function setup(): Promise<void> {
  const built = fs.statSync(builtThread, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const changed = fs.readdirSync(source).map((name) => fs.statSync(path.join(source, name)).mtimeMs)
  if (built > Math.max(...changed)) return
  const { build } = await import("tsdown")
  await build({
    config: false,
    entry: { "postgres-thread": path.join(source, "postgres-thread.ts") },
    outDir: out,
    format: "esm",
    platform: "node",
    target: "node20",
    dts: false,
    clean: false,
    hash: false,
    fixedExtension: false,
    logLevel: "warn",
    deps: { neverBundle: ["pg", "pg-boss"] },
    checks: { pluginTimings: false, eval: false },
  })
}
