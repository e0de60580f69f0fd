import { defineConfig } from "tsdown"

/** What every listing command needs, in one file: each file more costs a start half a millisecond or more. */
const CORE =
  /src\/(doors\/cli\/(run|commands|command|common-options|hint|io|parse|started-as|usage-error|terminal\/(?!review-view|code-frame|wrapped)[\w-]+)\.ts|app\/(open-|settings|places|surroundings)|adapters\/(sources|settings\/(read-file|claude)|files\/(summary-index|read-safely)|trust\/trust-store)|hosts\/|catalog\/(?!match|touched|diff)|run\/directive\/shell-word|skill\/(problem|failure|grouped|nearest|reference|visible|source-kind|trust|estimate|text-width|header\/fields))/

/** What reporting a step needs beside that. */
const RUNS =
  /src\/(run\/(decide|directive|engine\/(engine|apply|carry-on|work|state-for|use-again|current))|adapters\/sqlite\/|app\/runs\/(acceptable|open-runs|output-files|project-of|report-step|settle-run)|doors\/cli\/commands\/run\/(report|current|open|print-directive)\.ts|skill\/sha256)/

/** Declarations go through the same bundler; put into a group of code, they would end up in its JavaScript. */
const codeIn = (places: RegExp) => (id: string) => places.test(id) && !id.endsWith(".d.ts")

export default defineConfig({
  entry: {
    cli: "src/doors/cli/main.ts",
    index: "src/index.ts",
    "scan-worker": "src/app/scan/scan-worker.ts",
    testing: "src/testing/index.ts",
  },
  format: "esm",
  platform: "node",
  target: "node20",
  dts: { entry: ["src/index.ts", "src/testing/index.ts"] },
  clean: true,
  minify: false,
  hash: false,
  fixedExtension: false,
  deps: {
    neverBundle: ["@parcel/watcher", "libsql", /^@ast-grep\//],
    alwaysBundle: [/^(?!node:)(?!@parcel\/watcher|libsql|@ast-grep\/)/],
  },
  checks: { pluginTimings: false },
  outputOptions: {
    codeSplitting: {
      groups: [
        { name: "version", test: /src\/version\.ts|package\.json/, priority: 2 },
        { name: "core", test: codeIn(CORE), priority: 1 },
        { name: "runs", test: codeIn(RUNS), priority: 0 },
      ],
    },
  },
})
