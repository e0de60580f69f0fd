// Precision, recall, alarms on clean code and throughput of the pattern review. node packages/scan/bench/run.mjs [--clean DIR,…]
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { median } from "./median.mjs"
import { cleanCode, makeTree } from "./code.mjs"
import { patterns } from "./patterns.mjs"
import { bundleSources, loadFrom, repository, root } from "./bundle.mjs"

const bundle = await bundleSources()
const { measureHalf, rates, shippedRules } = await load("measure.js")
await showQuality()
await showAlarms()
showThroughput()

async function showQuality() {
  const halves = ["tuned", "held-out", "fresh"]
  const scores = Object.fromEntries(await Promise.all(halves.map(async (half) => [half, await measureHalf(half)])))
  console.log(`${shippedRules().facts.length} rules; precision and recall\n`)
  for (const by of ["language", "category"]) {
    for (const value of [...new Set(scores.tuned.map((score) => score[by]))].sort())
      show(value, (score) => score[by] === value)
  }
  show("all", () => true)
  for (const half of halves) {
    const wrong = scores[half].flatMap(({ rule, missed, falseAlarms }) => [
      ...missed.map(() => `${rule} missed`),
      ...falseAlarms.map(() => `${rule} false`),
    ])
    console.log(`${half}, wrong: ${wrong.join(", ") || "none"}`)
  }

  function show(name, is) {
    const cells = halves.map((half) => {
      const own = scores[half].filter(is)
      const { precision, recall } = rates(own)
      const bad = own.reduce((sum, { found, missed }) => sum + found + missed.length, 0)
      const fine = own.reduce((sum, { silent, falseAlarms }) => sum + silent + falseAlarms.length, 0)
      return `${half} ${precision.toFixed(3)} ${recall.toFixed(3)} (${bad} bad, ${fine} fine)`.padEnd(44)
    })
    console.log(`${name.padEnd(16)} ${cells.join(" ")}`)
  }
}

/** Code that is in use and was reviewed by others: most of what is said about it should not have been said. */
async function showAlarms() {
  const { scanCode } = await load("scan-code.js")
  const { treeRules } = await load("tree-rules.js")
  const sourced = shippedRules().patterns.map(({ pattern }) => ({ pattern, path: "packs", isTrusted: true }))
  console.log("\nalarms on clean code")
  for (const { name, files } of cleanCode({ root, repository }, process.argv.slice(2))) {
    const lines = files.reduce((sum, file) => sum + fs.readFileSync(file, "utf8").split("\n").length, 0)
    const started = performance.now()
    const report = await scanCode({ files: files.map(readFile), patterns: sourced, rules: treeRules })
    const ms = performance.now() - started
    const byCategory = count(report.matches.map(({ category }) => category))
    const byRule = count(report.matches.map(({ rule }) => rule))
    const rate = (1000 * report.matches.length) / lines
    console.log(
      `${name}: ${files.length} files, ${lines} lines, ${rate.toFixed(2)} per 1,000 lines, ${Math.round(ms)} ms`,
    )
    console.log(`  ${byCategory || "none"}; not completed: ${report.notCompleted.length}\n  ${byRule}`)
  }
}

function readFile(name) {
  return { name, bytes: fs.readFileSync(name) }
}

function count(names) {
  const counts = new Map()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([name, times]) => `${name} ${times}`)
    .join(", ")
}

function showThroughput() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-bench-"))
  const tree = path.join(folder, "tree")
  const { files, bytes } = makeTree(tree, path.join(repository, "bench/node_modules"), 5_000_000)
  console.log(`\n${patterns.length} line patterns over ${files} files, ${(bytes / 1e6).toFixed(2)} MB, whole processes`)
  const list = path.join(folder, "patterns.txt")
  fs.writeFileSync(list, patterns.join("\n"))
  const rg = path.join(repository, `bench/node_modules/@vscode/ripgrep-${process.platform}-${process.arch}/bin/rg`)
  const cache = path.join(folder, "cache")
  const scan = (...more) => [
    process.execPath,
    path.join(import.meta.dirname, "scan-process.mjs"),
    bundle,
    tree,
    ...more,
  ]
  const search = (...more) => [rg, ...more, "-n", "--no-heading", "--no-ignore", "--hidden", "-f", list, tree]
  const candidates = {
    skillet: scan(),
    "skillet, unchanged files": scan(cache),
    "bare node": [process.execPath, "-e", "0"],
    ...(fs.existsSync(rg) ? { ripgrep: search(), "ripgrep --no-unicode": search("--no-unicode") } : {}),
  }
  if (candidates.ripgrep === undefined) console.log("ripgrep: not measured; cd bench && npm ci brings it")
  const times = Object.fromEntries(Object.keys(candidates).map((name) => [name, []]))
  const insides = []
  for (let round = 0; round < 12; round++) {
    for (const [name, words] of Object.entries(candidates)) {
      const started = performance.now()
      const ran = spawnSync(words[0], words.slice(1), { encoding: "utf8", maxBuffer: 1e9 })
      const ms = performance.now() - started
      if (round === 0) console.log(`${name}: ${described(name, ran)}`)
      else times[name].push(ms)
      if (round > 0 && name === "skillet") insides.push(JSON.parse(ran.stdout).inside)
    }
  }
  for (const [name, all] of Object.entries(times)) {
    console.log(`${name.padEnd(26)} median ${median(all).toFixed(0)} ms, least ${Math.min(...all).toFixed(0)} ms`)
  }
  console.log(`skillet, inside the process: ${median(insides).toFixed(0)} ms`)
  if (times.ripgrep === undefined) return
  const ratio = (name, to) => (median(times[name]) / median(times[to])).toFixed(2)
  for (const to of ["ripgrep", "ripgrep --no-unicode"]) {
    console.log(
      `× ${to}: ${ratio("skillet", to)}; unchanged files ${ratio("skillet, unchanged files", to)} (bar: below 1)`,
    )
  }
  fs.rmSync(folder, { recursive: true })
}

function described(name, { stdout, status }) {
  if (name.startsWith("ripgrep")) return `${stdout.split("\n").length - 1} lines`
  return name === "bare node" ? `exit ${status}` : stdout.trim()
}

function load(name) {
  return loadFrom(bundle, name)
}
