import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import path from "node:path"
import { defineConfig, type UserConfig } from "tsdown"

/**
 * Chunks that main commands load. Each contains its modules and all that they import statically, unless an earlier chunk
 * has it. `test/flows/chunks.test.ts` shows what each command loads.
 */
const CHUNKS: Readonly<Record<string, readonly string[]>> = {
  /** What every command needs. */
  start: [
    "src/cli/run-cli.ts",
    "src/cli/parsing/command.ts",
    "src/cli/with-resources.ts",
    "src/system/own-files.ts",
    "src/system/files/read-safely.ts",
    "src/system/files/make-directory.ts",
    "src/system/programs/read-process-start.ts",
    "src/text/estimate-tokens.ts",
    "src/text/is-map.ts",
  ],
  /** What listing commands need beside that. */
  core: ["src/cli/commands/skills/list.ts"],
  /** What they need for a host that has settings. */
  "host-settings": ["src/settings/io/host-layers.ts", "src/settings/claude-layer.ts"],
  /** What both runs and wake-ups need of the store. */
  store: [
    "src/system/database/open-database.ts",
    "src/system/database/migrate.ts",
    "src/system/database/locate-database.ts",
    "src/system/find-project.ts",
    "src/system/make-id.ts",
  ],
  wake: ["src/cli/commands/wake/hook.ts", "src/tasks/io/open-wake.ts"],
  runs: [
    "src/cli/commands/run/report.ts",
    "src/cli/commands/run/current.ts",
    "src/run/io/open-runs.ts",
    "src/run/io/store/open-run-store.ts",
  ],
}

const common: UserConfig = {
  platform: "node",
  target: "node20",
  clean: true,
  minify: false,
  hash: false,
  fixedExtension: false,
  deps: {
    neverBundle: ["@parcel/watcher", "libsql"],
    alwaysBundle: [/^(?!node:)(?!@parcel\/watcher|libsql)/],
  },
  checks: { pluginTimings: false, eval: false },
}

/** The packages of the scanner are found from its folder. */
const scanner = createRequire(new URL("packages/scan/package.json", import.meta.url))

/** The parser and its grammars, which are no code of ours to bundle. */
const GRAMMARS = [
  "web-tree-sitter/web-tree-sitter",
  "tree-sitter-javascript/tree-sitter-javascript",
  "tree-sitter-typescript/tree-sitter-typescript",
  "tree-sitter-typescript/tree-sitter-tsx",
  "tree-sitter-python/tree-sitter-python",
]

const library: UserConfig = {
  ...common,
  copy: GRAMMARS.map((name) => ({ from: scanner.resolve(`${name}.wasm`), to: "dist/grammars" })),
  entry: {
    index: "src/index.ts",
    drivers: "src/drivers.ts",
    formatters: "src/formatters.ts",
    readers: "src/readers.ts",
    stores: "src/stores.ts",
    "scan-worker": "packages/scan/src/io/scan-worker.ts",
    testing: "src/testing/index.ts",
  },
  format: "esm",
  dts: { entry: ["src/*.ts", "src/testing/index.ts"] },
}

/** CommonJS, which starts quicker and whose compiled code we can keep: Node 20 cannot do that for ES modules. */
const command: UserConfig = {
  ...common,
  entry: { command: "src/cli/run-cli.ts" },
  format: "cjs",
  dts: false,
  plugins: [
    {
      name: "ascii",
      renderChunk: (code) => ({ code: asciiOf(code), map: null }),
    },
  ],
  outputOptions: { codeSplitting: { groups: Object.keys(CHUNKS).map(toGroup) } },
}

function toGroup(name: string, at: number) {
  const modules = (CHUNKS[name] ?? []).map((file) => path.resolve(import.meta.dirname, file))
  for (const file of modules) if (!existsSync(file)) throw new Error(`CHUNKS.${name}: ${file} does not exist`)
  return { name, test: (id: string) => modules.includes(id), priority: Object.keys(CHUNKS).length - at }
}

/** What loads the command. It shares no file with it, or Node would load that one itself. */
const loader: UserConfig = {
  ...common,
  entry: { cli: "src/cli/main.ts" },
  format: "cjs",
  dts: false,
  onSuccess: writeModuleEntry,
}

/** Scripts that start `node dist/cli.js` work too. */
async function writeModuleEntry(): Promise<void> {
  await writeFile("dist/cli.js", 'import "./cli.cjs"\n')
}

/** One letter outside Latin-1 doubles a source in memory and the time to read it. Left as it is where an escape would change it. */
function asciiOf(code: string): string {
  if (/\\[^\0-\x7f]|String\.raw/.test(code)) return code
  return code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)
}

export default defineConfig([library, command, loader])
