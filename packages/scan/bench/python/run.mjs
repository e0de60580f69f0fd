// Handlers and functions in Python, bad ones and look-alikes.
// node packages/scan/bench/python/run.mjs first|passages|second|third|fourth|fourth-held|other|other-held|blind|blind-held [--show]
import fs from "node:fs"
import path from "node:path"
import { bundleSources, loadFrom } from "../bundle.mjs"
import { meanOf, scoreOf } from "../web/score.mjs"

const set = process.argv[2] ?? "first"
const bundle = await bundleSources()
const { scanCode } = await loadFrom(bundle, "scan-code.js")
const { treeRules } = await loadFrom(bundle, "tree-rules.js")
const { shippedRules } = await loadFrom(bundle, "measure.js")
const folder = path.join(import.meta.dirname, set)
const cases = fs.readdirSync(folder).sort().flatMap(casesOf)
const patterns = shippedRules().patterns.map(({ pattern }) => ({ pattern, path: "packs", isTrusted: true }))
const files = cases.map(({ file, text }) => ({ name: file, bytes: Buffer.from(text) }))
const { matches, notCompleted } = await scanCode({ files, patterns, rules: treeRules })
const security = matches.filter(({ category }) => category === "security")
console.log(`${cases.length} pieces, not completed ${notCompleted.length}`)

for (const [told, own] of [
  ["everything", security],
  ["default report", security.filter(({ persona }) => (persona ?? "regular") === "regular")],
]) {
  const scores = scoreOf(cases, own)
  console.log(`\n${told}: true minus false positive rate, mean over ${scores.length}: ${meanOf(scores).toFixed(3)}`)
  for (const { name, bad, fine, truePositives, falsePositives } of scores)
    console.log(
      `${name.padEnd(16)} ${truePositives.toFixed(2)} of ${bad}, wrong ${falsePositives.toFixed(2)} of ${fine}`,
    )
  if (!process.argv.includes("--show")) continue
  for (const { missed, wrong } of scores)
    for (const line of [...missed.map((one) => `  missed ${one}`), ...wrong.map((one) => `  wrong  ${one}`)])
      console.log(line)
}

if (process.argv.includes("--show"))
  for (const { file, line, rule, cwe, persona } of security) {
    const one = cases.find((each) => each.file === file)
    if (!one.isBad || !one.cwes.includes(Number(/\d+/.exec(cwe ?? "")?.[0])))
      console.log(
        `  ${one.isBad ? "beside" : "alarm "} ${one.made} ${rule} ${cwe} line ${line} ${persona ?? "regular"}`,
      )
  }

/** A file of a class: `# %% class NAME CWE…`, `# %% head` with what all pieces begin with, then the pieces. */
function casesOf(name) {
  const parts = fs
    .readFileSync(path.join(folder, name), "utf8")
    .split(/^# %% /m)
    .slice(1)
  const [, ...words] = parts[0].trim().split(" ")
  const cwes = words.slice(1).map(Number)
  let head = ""
  let line = 1
  return parts.flatMap((part, at) => {
    const [kind] = part.split("\n", 1)
    const body = part.slice(kind.length + 1)
    const made = `${name}:${line}`
    line += part.split("\n").length - 1
    if (kind === "head") head = body
    if (kind !== "bad" && kind !== "fine") return []
    return [
      { file: `${words[0]}/piece_${at}.py`, name: words[0], cwes, made, isBad: kind === "bad", text: head + body },
    ]
  })
}
