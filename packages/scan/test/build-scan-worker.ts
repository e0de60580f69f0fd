import fs from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"

const root = path.resolve(import.meta.dirname, "..")
const out = path.join(root, "../../.tmp/scan-worker")

/** Where tests find the thread that `setup` builds. */
export const builtWorker = pathToFileURL(path.join(out, "scan-worker.js"))

/** Node cannot start a thread from our sources, so a bundled one is built whenever the sources have changed. */
export async function setup(): Promise<void> {
  if (builtAt() > changedAt()) return
  const { build } = await import("tsdown")
  await build({
    config: false,
    cwd: root,
    entry: { "scan-worker": "src/io/scan-worker.ts" },
    outDir: out,
    format: "esm",
    platform: "node",
    target: "node20",
    dts: false,
    clean: false,
    hash: false,
    fixedExtension: false,
    logLevel: "warn",
    deps: { alwaysBundle: [/^(?!node:)/] },
    checks: { pluginTimings: false, eval: false },
  })
}

function builtAt(): number {
  const file = path.join(out, "scan-worker.js")
  return fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0
}

function changedAt(): number {
  const times = fs
    .readdirSync(path.join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => fs.statSync(path.join(parentPath, name)).mtimeMs)
  return Math.max(...times)
}
