// What is found of each weakness, by any security rule and by the rule of that name. node packages/scan/bench/classes.mjs [-v]
import fs from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { load } from "js-yaml"
import { build } from "rolldown"

const root = path.resolve(import.meta.dirname, "..")
const bundled = path.join(root, "test/review-set/.classes.bundled.mjs")
const isTalkative = process.argv.includes("-v")
const { openShippedScanner, shippedRules } = await open()
const scanner = await openShippedScanner()
const facts = new Map(shippedRules().facts.map((fact) => [fact.id, fact]))
const endings = { javascript: "jsx", typescript: "ts", python: "py" }
const folder = path.join(root, "test/review-set/held-out")

const total = { bad: 0, found: 0, regular: 0, fine: 0, false: 0, falseRegular: 0 }
console.log("class".padEnd(26), "bad  found  by default | fine  alarms  by default")
for (const name of ["crypto.yaml", "web.yaml", "data.yaml"])
  for (const [rule, languages] of Object.entries(load(fs.readFileSync(path.join(folder, name), "utf8"))))
    show(rule, Object.entries(languages))
print("all", total)

function show(rule, languages) {
  const row = { bad: 0, found: 0, regular: 0, fine: 0, false: 0, falseRegular: 0 }
  for (const [language, { bad, fine }] of languages) {
    for (const sample of bad) {
      const said = alarms(sample, language)
      row.bad++
      row.found += Number(said.length > 0)
      row.regular += Number(said.some(isRegular))
      if (said.length === 0 && isTalkative) console.log("MISSED", rule, language, `\n${sample}`)
    }
    for (const sample of fine) {
      const said = alarms(sample, language)
      row.fine++
      row.false += Number(said.length > 0)
      row.falseRegular += Number(said.some(isRegular))
      if (said.length > 0 && isTalkative)
        console.log(
          "FALSE",
          rule,
          said.map(({ id }) => id),
          `\n${sample}`,
        )
    }
  }
  for (const key of Object.keys(total)) total[key] += row[key]
  print(rule, row)
}

function print(name, { bad, found, regular, fine, false: wrong, falseRegular }) {
  const cells = [bad, found, regular].map((n) => String(n).padStart(5)).join(" ")
  const others = [fine, wrong, falseRegular].map((n) => String(n).padStart(5)).join(" ")
  console.log(name.padEnd(26), cells, " | ", others)
}

function isRegular({ persona = "regular" }) {
  return persona === "regular"
}

function alarms(sample, language) {
  const bytes = Buffer.from(sample)
  const { matches, flows } = scanner.scan({ file: `sample.${endings[language]}`, bytes, decode: () => sample })
  return [...matches, ...flows]
    .map((found) => ({ ...facts.get(found.rule), ...(found.persona && { persona: found.persona }) }))
    .filter(({ category }) => category === "security")
}

/** The sources are TypeScript, so they are bundled first, beside the set that they read. */
async function open() {
  try {
    await build({
      cwd: root,
      input: "test/review-set/measure.ts",
      platform: "node",
      logLevel: "warn",
      output: { file: bundled, format: "esm" },
    })
    return await import(pathToFileURL(bundled).href)
  } finally {
    fs.rmSync(bundled, { force: true })
  }
}
