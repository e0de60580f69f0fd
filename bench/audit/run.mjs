// Recall, false positives and cost of `skillet audit`. node bench/audit/run.mjs [CORPUS], after a build.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"

const root = path.resolve(import.meta.dirname, "../..")
const set = path.join(root, "test/audit-set")
const { measureCost, measureProbe, measureSet, setTexts } = await import(pathToFileURL(bundle()).href)
const { tuned, heldOut } = measureSet(set)
console.log("slice                                                   target      tuned          held out")
for (const [at, row] of tuned.entries()) {
  console.log(`${row.slice.padEnd(55)} ${row.target.padEnd(10)} ${share(row).padEnd(14)} ${share(heldOut[at])}`)
}
console.log(`missed or false, tuned: ${list(tuned)}`)
console.log(`missed or false, held out: ${list(heldOut)}`)
const probe = measureProbe(set)
console.log(`written after the rules: ${probe.first}/${probe.of} at first sight, ${probe.now}/${probe.of} now`)
const corpus = process.argv[2]
const texts = corpus === undefined ? setTexts(set) : corpusTexts(corpus)
console.log(
  `${texts.length} texts, ${Math.round(texts.reduce((sum, text) => sum + text.length, 0) / texts.length)} characters each`,
)
console.log(`10,000 in one run: ${measureCost(texts, 10_000).toFixed(2)} ms of work a skill (bar 2)`)
measureProcess()

function share({ found, of }) {
  return `${found}/${of} ${of === 0 ? "" : `${Math.round((100 * found) / of)} %`}`
}

function list(rows) {
  return rows.flatMap(({ missed }) => missed).join(", ") || "none"
}

function corpusTexts(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .filter((name) => path.basename(name) === "SKILL.md")
    .map((name) => fs.readFileSync(path.join(folder, name), "utf8"))
}

/** The audit of one skill as a process, interleaved with bare node. */
function measureProcess() {
  const cli = path.join(root, "dist/cli.cjs")
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-bench-"))
  fs.writeFileSync(path.join(folder, "SKILL.md"), setTexts(set)[0])
  const env = { PATH: process.env.PATH, HOME: folder }
  const time = (words) => {
    const start = performance.now()
    const ran = spawnSync(process.execPath, words, { cwd: folder, env, encoding: "utf8" })
    return { ms: performance.now() - start, ran }
  }
  const first = time([cli, "audit", folder]).ran
  if (first.status === 2) console.log("as a process: not measured, the build has no audit command yet")
  else {
    const pairs = Array.from({ length: 11 }, () => [time(["-e", "0"]).ms, time([cli, "audit", folder]).ms])
    const median = (at) => pairs.map((pair) => pair[at]).sort((a, b) => a - b)[5]
    console.log(`as a process: ${median(1).toFixed(0)} ms (bar 300), bare node ${median(0).toFixed(0)} ms`)
  }
  fs.rmSync(folder, { recursive: true })
}

/** The set is TypeScript, next to the tests, so it is bundled first. */
function bundle() {
  const out = path.join(root, ".tmp/bench-audit.mjs")
  const words = ["./test/audit-set/measure.ts", "--platform", "node", "-f", "esm", "-o", out]
  const ran = spawnSync(process.execPath, [path.join(root, "node_modules/rolldown/bin/cli.mjs"), ...words], {
    cwd: root,
    encoding: "utf8",
  })
  if (ran.status !== 0) throw new Error(ran.stderr || ran.stdout)
  return out
}
