import { existsSync } from "node:fs"
import { createHash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
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
    "src/skill/lock-names.ts",
    "src/system/own-files.ts",
    "src/system/files/read-safely.ts",
    "src/system/files/make-directory.ts",
    "src/system/programs/read-process-start.ts",
    "src/text/estimate-tokens.ts",
    "src/text/is-map.ts",
    "src/text/sha256.ts",
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
  yaml: ["node_modules/js-yaml/dist/js-yaml.mjs"],
  /** What reads one skill. */
  skill: ["src/skill/read-skill.ts"],
  "read-summary": ["src/catalog/io/sources/read-summary.ts"],
  /** What reads the files of workflows. */
  "workflow-files": ["src/workflow/reading/read-workflow.ts", "src/workflow/io/read-workflow-folder.ts"],
  /** What checks the patterns of a skill. */
  "skill-patterns": ["packages/scan/src/patterns/skill-patterns.ts"],
  /** What a review needs of the scanner beside its rules. */
  "scan-text": [
    "packages/scan/src/patterns/detect-code-language.ts",
    "packages/scan/src/taint/project/open-project.ts",
    "packages/scan/src/text/text-in.ts",
  ],
  "review-instructions": ["src/review/instructions/make-resolution-document.ts"],
}

const common: UserConfig = {
  platform: "node",
  target: "node20",
  clean: true,
  minify: false,
  hash: false,
  fixedExtension: false,
  deps: {
    neverBundle: ["@parcel/watcher", "libsql", "pg", "pg-boss"],
    alwaysBundle: [/^(?!node:)(?!@parcel\/watcher|libsql|pg$|pg-boss$)/],
  },
  checks: { pluginTimings: false, eval: false },
}

/** What explains the code is in the declarations. Licences stay. */
const WITHOUT_DOCS = { jsdoc: false }

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

/** What programs import, by the name of its files. */
const LIBRARY: Readonly<Record<string, string>> = {
  index: "src/index.ts",
  drivers: "src/drivers.ts",
  formatters: "src/formatters.ts",
  readers: "src/readers.ts",
  stores: "src/stores.ts",
  testing: "src/testing/index.ts",
}

/**
 * The command, the library and the scanning thread share one set of files. They are CommonJS, which starts quicker and
 * whose compiled code we can keep: Node 20 cannot do that for ES modules.
 */
const code: UserConfig = {
  ...common,
  copy: GRAMMARS.map((name) => ({ from: scanner.resolve(`${name}.wasm`), to: "dist/grammars" })),
  entry: {
    command: "src/cli/run-cli.ts",
    "scan-worker": "packages/scan/src/io/scan-worker.ts",
    "postgres-thread": "src/system/postgres/postgres-thread.ts",
    ...LIBRARY,
  },
  // Its ES module declares a `require` of its own, which hides the one it is loaded with.
  alias: {
    "web-tree-sitter": scanner.resolve("web-tree-sitter"),
    // Its other form loads its parts by a function that a bundle cannot follow.
    "jsonc-parser": createRequire(import.meta.url).resolve("jsonc-parser/lib/esm/main.js"),
  },
  format: "cjs",
  dts: false,
  plugins: [
    {
      name: "ascii",
      renderChunk: (text) => ({ code: toAscii(text), map: null }),
    },
    {
      name: "modules",
      generateBundle(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === "chunk" && chunk.isEntry && chunk.name in LIBRARY)
            for (const file of writeModule(chunk)) this.emitFile({ type: "asset", ...file })
        }
      },
    },
  ],
  outputOptions: { comments: WITHOUT_DOCS, codeSplitting: { groups: Object.keys(CHUNKS).map(toGroup) } },
}

/** A library entry as an ES module with the same names, and its declarations. */
function writeModule({ name, fileName, exports }: { name: string; fileName: string; exports: readonly string[] }) {
  return [
    { fileName: `${name}.js`, source: `export { ${exports.join(", ")} } from "./${fileName}"\n` },
    { fileName: `${name}.d.ts`, source: `export * from "./${fileName}"\n` },
  ]
}

/** Built as those of ES modules, because with CommonJS the code would be built along with them. */
const declarations: UserConfig = {
  ...common,
  entry: LIBRARY,
  format: "esm",
  outExtensions: () => ({ dts: ".d.cts" }),
  dts: { emitDtsOnly: true },
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
  outputOptions: { comments: WITHOUT_DOCS },
  onSuccess: writeModuleEntry,
}

/** Scripts that start `node dist/cli.js` work too. */
async function writeModuleEntry(): Promise<void> {
  await writeFile("dist/cli.js", 'import "./cli.cjs"\n')
}

/** One letter outside Latin-1 doubles a source in memory and the time to read it. Left as it is where an escape would change it. */
function toAscii(code: string): string {
  if (/\\[^\0-\x7f]|String\.raw/.test(code)) return code
  return code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)
}

/** What several views need is one file, so that a view is there after two requests, one after the other. */
const SHARED_BY_VIEWS = /node_modules\/@?preact\/|dashboard\/src\/(?:parts\/|(?!main\.)[\w-]+\.tsx?$)/

/** The style sheet of the pages, in the order in which its rules count. */
const STYLES = ["base", "frame", "parts", "lists", "inbox", "run", "skills", "pages"]

/**
 * The pages of the dashboard: files for browsers with the digest of their content in their names, so they are kept for
 * ever. Each view is a file of its own that is loaded when it is first opened.
 */
const pages: UserConfig = {
  platform: "browser",
  target: "es2022",
  clean: true,
  minify: true,
  hash: true,
  entry: { main: "packages/dashboard/src/main.tsx" },
  outDir: "dist/dashboard",
  format: "esm",
  dts: false,
  deps: { alwaysBundle: [/./] },
  checks: { pluginTimings: false },
  inputOptions: { transform: { jsx: { runtime: "automatic", importSource: "preact" } } },
  outputOptions: {
    comments: false,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: { groups: [{ name: "parts", test: SHARED_BY_VIEWS }] },
  },
  plugins: [
    {
      name: "page",
      async generateBundle(_, bundle) {
        const styles = await Promise.all(
          STYLES.map((name) => readFile(`packages/dashboard/src/style/${name}.css`, "utf8")),
        )
        const style = styles.join("")
        const styleName = `style-${createHash("sha256").update(style).digest("hex").slice(0, 8)}.css`
        const entry = Object.values(bundle).find((chunk) => chunk.type === "chunk" && chunk.isEntry)
        const page = await readFile("packages/dashboard/src/index.html", "utf8")
        const parts = entry?.type === "chunk" ? entry.imports : []
        const source = page
          .replace("STYLE", styleName)
          .replace("MAIN", entry?.fileName ?? "")
          .replace("PARTS", parts.map((name) => `<link rel="modulepreload" href="/assets/${name}">`).join("\n"))
        this.emitFile({ type: "asset", fileName: styleName, source: squeezeStyle(style) })
        this.emitFile({ type: "asset", fileName: "index.html", source })
      },
    },
  ],
}

/** Comments and the space around signs mean nothing in our style sheet. */
function squeezeStyle(style: string): string {
  return style
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1")
}

export default defineConfig([code, declarations, loader, pages])
