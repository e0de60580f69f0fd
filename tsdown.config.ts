import { writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { defineConfig, type UserConfig } from "tsdown"

/** What every command needs, in one file: each file more costs a start half a millisecond or more. */
const START =
  /(?<!packages\/\w+\/)package\.json|(?<!packages\/\w+\/)src\/(version|doors\/cli\/(run|commands|hint|io|started-as|parsing\/[\w-]+)\.ts|app\/session\/places|adapters\/(read-safely|make-directory)|run\/directive\/shell-word|problem\/|text\/(?!stem|sha256|fenced)|problems\.ts)/

/** What listing commands need beside that. */
const CORE =
  /(?<!packages\/\w+\/)src\/(doors\/cli\/(open-for|terminal\/(?!review-view|code-frame|wrapped|says-yes)[\w-]+)\.ts|app\/session\/(?!host-layers|open-runner)|adapters\/(sources|settings\/(read-file|claude)|read-safely|trust\/trust-store)|hosts\/|catalog\/(?!match|listing\/count|migration|watch|settings\/(own-layer|settings-entries|read-agents)|status\/touched|diff|unseen|names\/(explain|ref-error))|(ports|skill|catalog)\/problems|skill\/(reference|place|trust|header\/schema\/fields))/

/** What reporting a step needs beside that. */
const RUNS =
  /(?<!packages\/\w+\/)src\/(run\/(model|store|chain|history|past-visits|decide|directive|gate|engine\/(engine|apply|carry-on|work|items-in-work|state-for|use-again|current|child-answer|passed-gates|run-result))|workflow\/(condition|outcome|params|template|workflow|hash-workflow|review-policy|roles|output-of|describe-schema|edges)|adapters\/sqlite\/|app\/runs\/(open-runs|files\/(output-files|project-of)|report-step)|doors\/cli\/commands\/run\/(report|current|opening\/open|printing\/print-directive)\.ts|(run|workflow)\/problems|text\/sha256)/

/** What both runs and wake-ups need of the store. */
const STORE =
  /(?<!packages\/\w+\/)src\/(adapters\/sqlite\/(cells|open-database|store-failure|database\/|leases\/worker)|app\/runs\/files\/(project-of|database-file)|text\/sha256|doors\/cli\/cwd-of)/

/** What a hook needs beside that. */
const WAKE =
  /(?<!packages\/\w+\/)src\/(wake\/(?!agents\/end-turn|skills\/(available|choose|match|skill-rules))|adapters\/sqlite\/wake\/|app\/wake\/(open-wake|run-hook|wake-agent|gather-facts)|doors\/cli\/commands\/wake\/(hook|with-wake)|text\/stem|skill\/body\/(outline|scan-blocks|block-starts|code-ranges))/

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
    "scan-worker": "packages/scan/src/io/scan-worker.ts",
    testing: "src/testing/index.ts",
  },
  format: "esm",
  dts: { entry: ["src/index.ts", "src/testing/index.ts"] },
}

/** CommonJS, which starts quicker and whose compiled code we can keep: Node 20 cannot do that for ES modules. */
const command: UserConfig = {
  ...common,
  entry: { command: "src/cli/run.ts" },
  format: "cjs",
  dts: false,
  plugins: [
    {
      name: "ascii",
      renderChunk: (code) => ({ code: asciiOf(code), map: null }),
    },
  ],
  outputOptions: {
    codeSplitting: {
      groups: [
        { name: "start", test: START, priority: 4 },
        { name: "core", test: CORE, priority: 1 },
        { name: "store", test: STORE, priority: 3 },
        { name: "wake", test: WAKE, priority: 2 },
        { name: "runs", test: RUNS, priority: 0 },
      ],
    },
  },
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
