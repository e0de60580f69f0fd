// Recall and false alarms on composed web handlers. node packages/scan/bench/web/run.mjs [--show] [--bundle DIR]
import { performance } from "node:perf_hooks"
import { bundleSources, loadFrom } from "../bundle.mjs"
import { makeCases } from "./make-cases.mjs"
import { meanOf, scoreOf } from "./score.mjs"

const bundle = await bundleSources()
const { scanCode } = await loadFrom(bundle, "scan-code.js")
const { treeRules } = await loadFrom(bundle, "tree-rules.js")
const { shippedRules } = await loadFrom(bundle, "measure.js")
const { cases, files } = makeCases()
const sourced = shippedRules().patterns.map(({ pattern }) => ({ pattern, path: "packs", isTrusted: true }))
const sent = Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }))
const started = performance.now()
const { matches, notCompleted } = await scanCode({ files: sent, patterns: sourced, rules: treeRules })
console.log(
  `${cases.length} cases, ${Math.round(performance.now() - started)} ms, not completed ${notCompleted.length}`,
)
for (const [told, persona] of [
  ["everything", undefined],
  ["default report", "regular"],
]) {
  const own = matches.filter((match) => persona === undefined || (match.persona ?? "regular") === "regular")
  const scores = scoreOf(cases, own)
  console.log(
    `\n${told}: true minus false positive rate, mean over ${scores.length} classes: ${meanOf(scores).toFixed(3)}`,
  )
  for (const { name, bad, fine, truePositives, falsePositives, missed, wrong } of scores) {
    console.log(
      `${name.padEnd(16)} ${truePositives.toFixed(2)} of ${bad}, wrong ${falsePositives.toFixed(2)} of ${fine}`,
    )
    if (process.argv.includes("--show") && persona === undefined)
      for (const line of [...missed.map((one) => `  missed ${one}`), ...wrong.map((one) => `  wrong  ${one}`)])
        console.log(line)
  }
}
