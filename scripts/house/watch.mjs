// What V8 and the database's binding say about a process and all processes and threads it started.
import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

const counter = path.join(import.meta.dirname, "count-statements.cjs")

/** Watches every labelled command of the scenarios. `results()` has, for each label, its functions and statements. */
export function openWatch(workshop, unbundled) {
  const seen = new Map()
  const watch = (label) => {
    const folder = workshop.at("watched", label.replaceAll(" ", "-"))
    const [coverage, statements] = ["coverage", "statements"].map((name) => path.join(folder, name))
    for (const at of [coverage, statements]) fs.mkdirSync(at, { recursive: true })
    return {
      env: { NODE_V8_COVERAGE: coverage, SKILLET_STATEMENTS: statements, NODE_OPTIONS: `--require=${counter}` },
      done: () =>
        seen.set(label, { functions: readFunctions(coverage, unbundled), statements: readStatements(statements) }),
    }
  }
  return { watch, results: () => seen }
}

/** The calls of each function, by file and name. A file's own body is under the name `(body)`. */
function readFunctions(folder, unbundled) {
  const files = new Map()
  for (const name of fs.readdirSync(folder)) {
    const { result } = JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"))
    for (const { url, functions } of result) {
      if (!url.startsWith("file:")) continue
      const file = path.relative(unbundled, fileURLToPath(url))
      if (!/^(src|packages\/[^/]+\/src)\//.test(file) || !file.endsWith(".js")) continue
      const source = file.replace(/js$/, "ts")
      const calls = files.get(source) ?? new Map()
      files.set(source, calls)
      for (const [at, { functionName, ranges }] of functions.entries()) {
        const key = at === 0 && functionName === "" ? "(body)" : functionName
        calls.set(key, (calls.get(key) ?? 0) + ranges[0].count)
      }
    }
  }
  return files
}

function readStatements(folder) {
  return fs.readdirSync(folder).map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), "utf8")))
}
