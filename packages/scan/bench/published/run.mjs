// Lines of published npm packages with a public advisory, and of the first corrected versions.
// node packages/scan/bench/published/run.mjs [--set javascript|typescript] [--show] [--half a|b] [--only TEXT] [--packages DIR]
// The packages are fetched from the registry that npm is set up with, into DIR (.tmp/published).
import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { load } from "js-yaml"
import { bundleSources, loadFrom, root } from "../bundle.mjs"
import { fetchPackage } from "./fetch-package.mjs"
import { filesAround } from "./files-around.mjs"
import { fits } from "./fits.mjs"

const flag = (name) => process.argv[process.argv.indexOf(name) + 1]
const has = (name) => process.argv.includes(name)
const folder = has("--packages") ? flag("--packages") : path.join(root, ".tmp/published")

const list = has("--set") ? `packages-${flag("--set")}.yaml` : "packages.yaml"
const pairs = load(fs.readFileSync(path.join(import.meta.dirname, list), "utf8"))
  .map((pair) => ({
    ...pair,
    half: halfOf(pair.package),
    language: /\.[mc]?tsx?$/.test(pair.file) ? "TypeScript" : "JavaScript",
  }))
  .filter((pair) => !has("--half") || pair.half === flag("--half"))
  .filter((pair) => !has("--only") || pair.package.includes(flag("--only")))
if (has("--show") && pairs.some(({ half }) => half === "b"))
  throw new Error("--show needs --half a: half b is held out")

const bundle = await bundleSources()
const { scanCode } = await loadFrom(bundle, "scan-code.js")
const { treeRules } = await loadFrom(bundle, "tree-rules.js")
const { shippedRules } = await loadFrom(bundle, "measure.js")
const patterns = shippedRules().patterns.map(({ pattern }) => ({ pattern, path: "packs", isTrusted: true }))

const BATCH = 40
const results = []
for (let at = 0; at < pairs.length; at += BATCH) results.push(...(await measure(pairs.slice(at, at + BATCH))))

for (const told of ["default", "everything"]) {
  console.log(
    `\n${told}: pairs with a fitting finding within 3 lines (on a labelled line, in the file); still there when corrected`,
  )
  for (const language of ["JavaScript", "TypeScript"])
    for (const half of ["a", "b"])
      show(`${language} ${half}`, told, (one) => one.language === language && one.half === half)
  for (const cwe of [...new Set(pairs.map(({ cwe }) => cwe))].toSorted((a, b) => a - b))
    show(`  CWE-${cwe}`, told, (one) => one.cwe === cwe)
}
if (has("--show"))
  for (const { name, cwe, file, lines, default: own, everything } of results) {
    const state = own.near
      ? own.wrong
        ? "wrong "
        : "found "
      : everything.near
        ? "quiet "
        : own.file
          ? "beside"
          : "missed"
    console.log(`${state} ${name} CWE-${cwe} ${file}:${lines} ${[...new Set(everything.rules)].join(" ")}`)
  }

async function measure(some) {
  const files = []
  const beside = []
  for (const pair of some)
    for (const side of ["weak", "fixed"]) {
      const home = await fetchPackage(folder, pair.package, pair[side])
      for (const { name, bytes, isScanned } of filesAround(home, pair.file)) {
        const list = isScanned ? files : beside
        list.push({ name: `${nameOf(pair)}/${side}/${name}`, bytes })
      }
    }
  const { matches } = await scanCode({ files, beside, patterns, rules: treeRules, deadlineMs: 6000 })
  return some.map((pair) => {
    const own = matches.filter((match) => match.file.startsWith(`${nameOf(pair)}/`) && fits(match, pair.cwe))
    return {
      ...pair,
      name: `${pair.package}@${pair.weak}`,
      default: judge(
        pair,
        own.filter(({ persona }) => (persona ?? "regular") === "regular"),
      ),
      everything: judge(pair, own),
    }
  })
}

/** A finding of the weak version is wrong if the corrected one has it too: the same rule at the same text of code. */
function judge(pair, matches) {
  const of = (side) => matches.filter(({ file }) => file === `${nameOf(pair)}/${side}/${pair.file.replace("map:", "")}`)
  const distance = ({ line, range }) =>
    Math.min(...pair.lines.map((at) => (at < line ? line - at : Math.max(0, at - Math.min(range.endLine, line + 3)))))
  const weak = of("weak")
  const near = weak.filter((match) => distance(match) <= 3)
  const left = of("fixed").map(({ rule, evidence }) => `${rule} ${squeezed(evidence)}`)
  return {
    near: near.length > 0,
    exact: near.some((match) => distance(match) === 0),
    file: weak.length > 0,
    wrong: near.length > 0 && near.every(({ rule, evidence }) => left.includes(`${rule} ${squeezed(evidence)}`)),
    rules: near.map(({ rule, line }) => `${rule}:${line}`),
  }
}

function squeezed(evidence) {
  return String(evidence).replace(/\s+/g, " ")
}

function show(name, told, is) {
  const own = results.filter(is)
  if (own.length === 0) return
  const count = (key) => own.filter((one) => one[told][key]).length
  const share = (count("near") / own.length).toFixed(2)
  console.log(
    `${name.padEnd(14)} ${count("near")} of ${own.length} (${share}; ${count("exact")}, ${count("file")}); ${count("wrong")} still`,
  )
}

function nameOf(pair) {
  return `${pair.package.replace("/", "__")}@${pair.weak}@${pair.cwe}`
}

function halfOf(name) {
  return createHash("sha256").update(name).digest()[0] % 2 === 0 ? "a" : "b"
}
