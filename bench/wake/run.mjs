// How much an agent recovers after compaction for how many tokens, compared with simpler ways; and the cost of a hook.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { parseArgs } from "node:util"
import { measureFacts } from "./measure-facts.mjs"
import { fillStore } from "./fill-store.mjs"

const root = path.resolve(import.meta.dirname, "../..")
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "21" },
    tasks: { type: "string", default: "10000" },
    messages: { type: "string", default: "100000" },
    "no-process": { type: "boolean", default: false },
  },
})

const entries = ["index", "formatters", "readers"].map((name) => import(path.join(root, `dist/${name}.js`)))
const skillet = Object.assign({}, ...(await Promise.all(entries)))
printFacts(measureFacts(skillet, path.join(root, "skills")))
if (!values["no-process"]) await measureHook()

function printFacts(rows) {
  console.log("Share of planted facts in what an agent is told, and facts per 1,000 tokens\n")
  console.log("| budget | way | facts | tokens | per 1,000 tokens |\n|---|---|---|---|---|")
  for (const { budget, way, share, tokens, density } of rows)
    console.log(
      `| ${budget} | ${way} | ${(share * 100).toFixed(1)} % | ${Math.round(tokens)} | ${density.toFixed(1)} |`,
    )
}

async function measureHook() {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-bench-"))
  try {
    const place = await fillStore(skillet, scratch, { tasks: Number(values.tasks), messages: Number(values.messages) })
    const input = (nth) => JSON.stringify({ session_id: "s", cwd: place.cwd, source: "compact", nth })
    const subjects = {
      "bare node": () => run(["-e", "0"], place, ""),
      "hook, after compaction": (nth) => {
        run([path.join(root, "dist/cli.cjs"), "hook", "PreCompact"], place, input(nth))
        return run([path.join(root, "dist/cli.cjs"), "hook", "SessionStart"], place, input(nth))
      },
      "hook, nothing new": (nth) =>
        run([path.join(root, "dist/cli.cjs"), "hook", "UserPromptSubmit"], place, input(nth)),
    }
    const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]))
    for (let round = 0; round < Number(values.rounds); round++)
      for (const [name, act] of Object.entries(subjects)) times[name].push(act(round))
    const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
    const floor = median(times["bare node"].slice(1))
    console.log(
      `\nWhole processes, ${values.tasks} tasks and ${values.messages} messages (bare node ${floor.toFixed(0)} ms)\n`,
    )
    console.log("| process | × bare node |\n|---|---|")
    for (const [name, list] of Object.entries(times))
      console.log(`| ${name} | ${(median(list.slice(1)) / floor).toFixed(2)} |`)
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

function run(words, { cwd, env }, input) {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, words, { cwd, env, input, encoding: "utf8" })
  if (status !== 0 || stderr !== "") throw new Error(`${words.join(" ")}: ${status} ${stderr}`)
  return performance.now() - start
}
