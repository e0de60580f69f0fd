// Lines that Debian's security patches changed in Python packages: found before the patch, and still reported after it.
// node packages/scan/bench/published-python/run.mjs --list                 what to fetch
// node packages/scan/bench/published-python/run.mjs DEBS [a|b] [--show]    half b is only counted, never shown
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { bundleSources, loadFrom, root } from "../bundle.mjs"
import { isFetched, pythonFiles, treesOf } from "./trees.mjs"

const NEAR = 3

/** Weaknesses that reports name in different ways. */
const families = [
  [22, 23, 36, 73, 59, 61, 377],
  [77, 78, 88],
  [94, 95, 96, 1336],
  [89, 564],
  [79, 80, 116],
  [601],
  [918],
  [611, 776, 827],
  [502],
  [1333, 400, 625],
  [330, 331, 338],
  [208, 203],
  [113, 93, 644],
  [117, 93],
  [470, 915, 913, 1321],
  [617],
  [643],
]

const labels = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "labels.json"), "utf8"))
const [debs, ...words] = process.argv.slice(2)
if (debs === "--list") list()
else await measure()

function list() {
  const lines = labels.map(({ source, version, binary }) => `${source}=${version} ${binary}=${version}`)
  console.log([...new Set(lines)].join("\n"))
}

async function measure() {
  const half = words.find((word) => /^[ab]$/.test(word))
  const isShown = words.includes("--show") && half !== "b"
  const own = labels.filter(({ source }) => half === undefined || halfOf(source) === half)
  const scan = await openScan()
  const rows = []
  for (const key of new Set(own.map(({ binary, version }) => `${binary} ${version}`))) {
    const group = own.filter(({ binary, version }) => key === `${binary} ${version}`)
    const [{ source, version, binary }] = group
    const patches = group.map(({ patch }) => patch)
    const work = path.join(root, ".tmp/published-python")
    if (!isFetched(debs, { source, version, binary })) {
      console.log(`left out: ${source} ${version} is not in ${debs} (${group.length} labels)`)
      continue
    }
    const { before, after } = treesOf({ debs, work, source, version, binary, patches })
    const [old, fixed] = [await scan(before, group), await scan(after, group)]
    for (const label of group)
      rows.push({ ...label, half: halfOf(source), ...judge(label, { before, after, old, fixed }) })
  }
  for (const name of ["a", "b"]) {
    const part = rows.filter((row) => row.half === name)
    if (part.length > 0)
      console.log(`half ${name}: ${part.length} labels, ${count(part, "default")}, ${count(part, "all")}`)
  }
  console.log(`together: ${rows.length} labels, ${count(rows, "default")}, ${count(rows, "all")}`)
  if (isShown) for (const row of rows.filter((each) => each.half === "a")) show(row)
}

function count(rows, told) {
  const [found, wrong] = ["found", "wrong"].map((what) => rows.filter((row) => row[told][what].length > 0).length)
  return `${told} ${found} found, ${wrong} still reported`
}

function show({ source, file, lines, cwe, default: regular, all }) {
  const state = regular.found.length > 0 ? "found " : all.found.length > 0 ? "hidden" : "missed"
  const after = regular.wrong.length > 0 ? `still ${regular.wrong}` : ""
  console.log(`${state} ${source} CWE-${cwe} ${file}:${lines.join(",")} ${all.found} ${after}`)
}

/** The labelled files are scanned; data may pass through the others of their package. */
async function openScan() {
  const bundle = await bundleSources()
  const { scanCode } = await loadFrom(bundle, "scan-code.js")
  const { treeRules } = await loadFrom(bundle, "tree-rules.js")
  const { shippedRules } = await loadFrom(bundle, "measure.js")
  const patterns = shippedRules().patterns.map(({ pattern }) => ({ pattern, path: "packs", isTrusted: true }))
  return async (folder, group) => {
    const wanted = new Set(group.map(({ file }) => file))
    const all = pythonFiles(folder).map((name) => ({ name, bytes: fs.readFileSync(path.join(folder, name)) }))
    const files = all.filter(({ name }) => wanted.has(name))
    const beside = all.filter(({ name }) => !wanted.has(name))
    const { matches } = await scanCode({ files, beside, patterns, rules: treeRules, deadlineMs: 20_000 })
    return matches.filter(({ category }) => category === "security")
  }
}

function judge({ file, lines, cwe }, { before, after, old, fixed }) {
  const fits = families.find((family) => family.includes(cwe)) ?? [cwe]
  const isFitting = (match) => match.file === file && fits.includes(Number(/\d+/.exec(match.cwe ?? "")?.[0]))
  const place = placesAfter(path.join(before, file), path.join(after, file))
  const near = (matches, ranges) => matches.filter((m) => isFitting(m) && ranges.some((range) => isNear(m, range)))
  const found = near(
    old,
    lines.map((line) => [line, line]),
  )
  const wrong = near(fixed, lines.map(place))
  const isRegular = ({ persona }) => (persona ?? "regular") === "regular"
  const ruleOf = ({ rule, line }) => `${rule}@${line}`
  return {
    default: { found: found.filter(isRegular).map(ruleOf), wrong: wrong.filter(isRegular).map(ruleOf) },
    all: { found: found.map(ruleOf), wrong: wrong.map(ruleOf) },
  }
}

function isNear({ line, range }, [from, to]) {
  return line <= to + NEAR && (range?.endLine ?? line) >= from - NEAR
}

/** Where a line of the old file is in the new one: a range where it was replaced. */
function placesAfter(before, after) {
  const { stdout } = spawnSync("diff", ["-U0", before, after], { encoding: "utf8", maxBuffer: 2 ** 28 })
  const hunks = [...stdout.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map((hunk) => {
    const [from, length, to, grown] = hunk.slice(1).map((text) => (text === undefined ? 1 : Number(text)))
    return { from, length, to, grown }
  })
  return (line) => {
    let shift = 0
    for (const { from, length, to, grown } of hunks) {
      if (length > 0 && line >= from && line < from + length) return [to, to + Math.max(0, grown - 1)]
      if (from + (length === 0 ? 0 : length - 1) < line) shift += grown - length
    }
    return [line + shift, line + shift]
  }
}

function halfOf(source) {
  return createHash("sha256").update(source).digest()[0] % 2 === 0 ? "a" : "b"
}
