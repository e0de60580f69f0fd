// Lines of small libraries that do harm, and of their corrected versions.
// node packages/scan/bench/libraries/run.mjs [script|script-fresh|script-second|blind|blind-held|fourth|fourth-held|fifth|js-fourth|js-fourth-held|js-fifth|lib-third|lib-third-held|ts-checks|ts-checks-held|js-checks|js-checks-held|py-checks|py-checks-held|py-practice|py-practice-held|frameworks|frameworks-held] [--show] [--checks]
import fs from "node:fs"
import path from "node:path"
import { load } from "js-yaml"
import { bundleSources, loadFrom } from "../bundle.mjs"

const bundle = await bundleSources()
const { scanCode } = await loadFrom(bundle, "scan-code.js")
const { treeRules } = await loadFrom(bundle, "tree-rules.js")
const { shippedRules } = await loadFrom(bundle, "measure.js")
const sourced = shippedRules().patterns.map(({ pattern }) => ({ pattern, path: "packs", isTrusted: true }))

const set = process.argv.slice(2).find((word) => !word.startsWith("-")) ?? ""
const folder = path.join(import.meta.dirname, set)
const pieces = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith(".yaml"))
  .flatMap((name) =>
    load(fs.readFileSync(path.join(folder, name), "utf8")).map((piece, at) => ({
      ...piece,
      id: `${name} ${at + 1}`,
    })),
  )

// All pieces in one scan, each in a folder of its own: nothing leads from one to the next.
const sides = pieces.flatMap((piece, at) =>
  ["bad", "fine"]
    .filter((side) => piece[side])
    .map((side) => {
      const folder = `${at}-${side}`
      const labelled = Object.entries(piece[side]).map(([name, text]) => labelledFile(`${folder}/${name}`, text))
      return { piece, side, labelled }
    }),
)
const files = sides.flatMap(({ labelled }) => labelled.map(({ name, text }) => ({ name, bytes: Buffer.from(text) })))
const { matches } = await scanCode({ files, patterns: sourced, rules: treeRules, deadlineMs: 20_000 })
// Checks about good practice are not about security, so findings of every category count for them.
const folders = new Set(pieces.flatMap((piece, at) => (piece.class === "practice" ? [`${at}-bad`] : [])))
const counted = matches.filter(({ category, file }) => category === "security" || folders.has(file.split("/")[0]))

const rows = []
for (const [told, own] of Object.entries({
  everything: counted,
  default: counted.filter(({ persona }) => (persona ?? "regular") === "regular"),
})) {
  const lines = new Set(
    own.flatMap(({ file, line, range }) => linesOf(line, range.endLine).map((at) => `${file}:${at}`)),
  )
  for (const { piece, side, labelled } of sides)
    for (const { name, labels, harmless, count } of labelled)
      for (let at = 1; at <= count; at++)
        rows.push({
          ...piece,
          side,
          told,
          language: languageOf(piece.bad),
          at: `${name}:${at}`,
          isBad: labels.has(at),
          isHarmless: harmless.has(at),
          isFound: lines.has(`${name}:${at}`),
          rules: own.filter((m) => m.file === name && m.line === at).map((m) => m.rule),
        })
}

for (const told of ["everything", "default"]) {
  const own = rows.filter((row) => row.told === told)
  console.log(`\n${told}`)
  const show = (name, is) => {
    const bad = own.filter((row) => row.isBad && is(row))
    const found = bad.filter(({ isFound }) => isFound)
    const alike = own.filter((row) => row.isHarmless && is(row))
    const fine = pieces.filter((piece) => piece.fine && is({ ...piece, language: languageOf(piece.bad) }))
    const wrong = fine.filter(({ id }) => own.some((row) => row.id === id && row.side === "fine" && row.isFound))
    const ends = [
      ...(fine.length > 0 ? [`${wrong.length} of ${fine.length} corrected ones still reported`] : []),
      ...(alike.length > 0
        ? [`${alike.filter(({ isFound }) => isFound).length} of ${alike.length} look-alike lines reported`]
        : []),
    ]
    console.log([`${name.padEnd(12)} ${found.length} of ${bad.length} lines`, ...ends].join("; "))
  }
  for (const language of ["javascript", "typescript", "python"]) show(language, (row) => row.language === language)
  for (const kind of new Set(pieces.map((piece) => piece.class))) show(kind, (row) => row.class === kind)
  if (process.argv.includes("--checks"))
    for (const { name } of pieces) show(`  ${name}`.padEnd(36), (row) => row.name === name)
  if (!process.argv.includes("--show")) continue
  for (const row of own) {
    if (row.isBad && !row.isFound) console.log(`  missed ${row.id} ${row.class} ${row.at}`)
    if (!row.isBad && row.isFound)
      console.log(
        `  ${row.side === "fine" || row.isHarmless ? "wrong " : "beside"} ${row.id} ${row.class} ${row.at} ${row.rules}`,
      )
  }
}

/** A line that does harm ends in `//!`, a harmless look-alike in `//=`; in JSX the label is a comment in braces. */
function labelledFile(name, text) {
  const label = / (?:\/\/|#|\{\/\*)([!=])(?:\*\/\})?$/
  const lines = text.split("\n")
  const linesWith = (sign) => new Set(lines.flatMap((line, at) => (label.exec(line)?.[1] === sign ? [at + 1] : [])))
  const unlabelled = lines.map((line) => line.replace(label, "")).join("\n")
  return { name, labels: linesWith("!"), harmless: linesWith("="), count: lines.length, text: unlabelled }
}

function linesOf(from, to) {
  return Array.from({ length: Math.min(to, from + 3) - from + 1 }, (_, at) => from + at)
}

function languageOf(files) {
  const names = Object.keys(files).join(" ")
  return /\.tsx?\b/.test(names) ? "typescript" : /\.py\b/.test(names) ? "python" : "javascript"
}
