// Which of our files run in a command, how many imports between them lead to another room, and how often the command
// loads and commits runs.
import fs from "node:fs"
import path from "node:path"
import { playScenarios } from "./scenarios.mjs"
import { findImports, findSources, nameRoom, parse, resolveImport } from "./sources.mjs"
import { unbundle } from "./unbundle.mjs"
import { openWatch } from "./watch.mjs"
import { copy, openWorkshop, writeJson } from "./workshop.mjs"

/** Both parts need the same scenarios, which therefore run once. */
export function recordScenarios(out, wanted) {
  const workshop = openWorkshop()
  try {
    const unbundled = workshop.at("unbundled")
    const cli = unbundle(unbundled)
    const { watch, results } = openWatch(workshop, unbundled)
    playScenarios(workshop, cli, watch)
    if (wanted.has("paths")) {
      writeJson(path.join(out, "paths.json"), describePaths(results()))
      fs.rmSync(path.join(out, "unbundled"), { recursive: true, force: true })
      fs.rmSync(path.join(unbundled, "node_modules"))
      copy(unbundled, path.join(out, "unbundled"))
    }
    if (wanted.has("loads")) writeJson(path.join(out, "loads.json"), describeLoads(results()))
  } finally {
    workshop.close()
  }
}

function describePaths(results) {
  const imports = readImports()
  const paths = {}
  for (const [label, { functions }] of results) {
    const loaded = [...functions].filter(([, calls]) => calls.get("(body)") > 0).map(([file]) => file)
    const ran = [...functions]
      .filter(([, calls]) => hasRun(calls))
      .map(([file]) => file)
      .sort()
    paths[label] = {
      ran: ran.length,
      loaded: loaded.length,
      rooms: countBy(ran, nameRoom),
      imports: countCrossing(ran, imports, ({ isType }) => !isType),
      importsWithTypes: countCrossing(ran, imports, () => true),
      files: ran,
    }
  }
  return paths
}

/** Code outside functions runs when a file is loaded, also if nothing in it is used. */
function hasRun(calls) {
  return [...calls].some(([name, count]) => name !== "(body)" && name !== "<static_initializer>" && count > 0)
}

function readImports() {
  const imports = new Map()
  for (const file of findSources()) {
    const found = findImports(parse(file)).flatMap(({ specifier, isType }) => {
      const to = resolveImport(specifier.text, file)
      return to === undefined ? [] : [{ to, isType }]
    })
    imports.set(file, found)
  }
  return imports
}

/** Two imports of one file from the same other file count once. */
function countCrossing(files, imports, isCounted) {
  const known = new Set(files)
  const edges = files.flatMap((from) => {
    const targets = (imports.get(from) ?? []).filter((one) => known.has(one.to) && isCounted(one)).map(({ to }) => to)
    return [...new Set(targets)].map((to) => ({ from, to }))
  })
  const crossing = edges.filter(({ from, to }) => nameRoom(from) !== nameRoom(to)).length
  return { all: edges.length, crossing, percent: Math.round((1000 * crossing) / Math.max(edges.length, 1)) / 10 }
}

const LOAD = /^SELECT .*\bruns\.head\b.* FROM runs( LEFT JOIN items ON .*)? WHERE (runs\.)?id = \?$/s
const RECORD = /^INSERT INTO records\b/

function describeLoads(results) {
  const all = {}
  for (const [label, { functions, statements }] of results) {
    const executed = statements.flat()
    all[label] = {
      loads: executed.filter((sql) => LOAD.test(sql)).length,
      commits: countCommits(executed),
      transactions: executed.filter((sql) => sql === "BEGIN IMMEDIATE").length,
      statements: executed.length,
      calls: countCalls(functions),
      bySql: countBy(executed, (sql) => sql.replace(/\s+/g, " ")),
    }
  }
  return all
}

/** A commit of runs is a transaction that adds a record to their history. */
function countCommits(executed) {
  let commits = 0
  let hasRecord = false
  for (const sql of executed) {
    if (sql.startsWith("BEGIN")) hasRecord = false
    if (RECORD.test(sql)) hasRecord = true
    if (sql === "COMMIT" && hasRecord) commits++
  }
  return commits
}

/** The same from V8, as a check: the calls of `load` and `commit` of a file that has both. Undefined if none has. */
function countCalls(functions) {
  for (const calls of functions.values())
    if (calls.has("load") && calls.has("commit")) return { loads: calls.get("load"), commits: calls.get("commit") }
  return undefined
}

function countBy(values, name) {
  const counts = new Map()
  for (const value of values) counts.set(name(value), (counts.get(name(value)) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)))
}
