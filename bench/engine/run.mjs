// The engine's steps per second compared with LangGraph and XState, its cost as a run grows, and `run report` as a process.
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { parseArgs } from "node:util"
import { installedVersion } from "../catalog/peers.mjs"
import { describeMachine } from "../catalog/report.mjs"
import { measureHeap } from "./measure-heap.mjs"
import { measureProcess } from "./measure-process.mjs"
import { measureSteps } from "./measure-steps.mjs"
import { printReport } from "./report.mjs"
import { loadEngine } from "./sources.mjs"
import { bareCommit } from "./subjects/bare-commit.mjs"
import { langgraphSubject } from "./subjects/langgraph.mjs"
import { skilletSubject } from "./subjects/skillet.mjs"
import { xstateSubject } from "./subjects/xstate.mjs"

const root = path.resolve(import.meta.dirname, "../..")

const usage = `usage: node bench/engine/run.mjs [options]
  --n 10,100,1000,10000   how many steps a run has behind it when its steps are timed
  --rounds 15             blocks of ten steps of every subject at each size, in turns; the median counts
  --folder DIR            where the databases are made, default the system's; /dev/shm shows the work without the disk
  --no-peers              only Skillet and the floor
  --no-process            without \`run report\` as a process (it needs a build)
  --json                  the results as JSON on stdout`

await main()

async function main() {
  const options = readOptions()
  if (options === undefined) return
  const scratch = fs.mkdtempSync(path.join(options.folder, "skillet-bench-"))
  try {
    const engine = await loadEngine()
    const skillet = skilletSubject(engine)
    const subjects = [bareCommit, skillet, ...(options.withPeers ? presentPeers() : [])]
    const steps = await measureSteps({ subjects, scratch, say, ...options })
    const result = {
      machine: describeMachine(),
      folder: options.folder,
      steps,
      heap: await measureHeap(skillet, scratch),
      ...(options.withProcess ? { process: await measureProcess({ root, skillet, scratch, say }) } : {}),
    }
    keep(result)
    if (options.json) console.log(JSON.stringify(result, null, 2))
    else printReport(result)
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      n: { type: "string", default: "10,100,1000,10000" },
      rounds: { type: "string", default: "15" },
      folder: { type: "string", default: os.tmpdir() },
      "no-peers": { type: "boolean", default: false },
      "no-process": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) return void console.log(usage)
  return {
    sizes: values.n.split(",").map(Number),
    rounds: Number(values.rounds),
    folder: path.resolve(values.folder),
    withPeers: !values["no-peers"],
    withProcess: !values["no-process"],
    json: values.json,
  }
}

function presentPeers() {
  const peers = [
    xstateSubject,
    langgraphSubject({ asks: true, synchronous: "FULL" }),
    langgraphSubject({ asks: false, synchronous: "FULL" }),
    langgraphSubject({ asks: true, synchronous: "NORMAL" }),
  ]
  return peers.filter(({ title, packageName, binary }) => {
    const isHere = installedVersion(packageName) !== undefined
    const isBuilt = binary === undefined || fs.existsSync(path.join(root, "bench/node_modules", binary))
    if (!isHere) say(`${packageName} is not installed (cd bench && npm ci): ${title} is left out`)
    else if (!isBuilt) say(`better-sqlite3 is not built (see bench/README.md): ${title} is left out`)
    return isHere && isBuilt
  })
}

function keep(result) {
  const out = path.join(root, "bench", "out")
  fs.mkdirSync(out, { recursive: true })
  fs.writeFileSync(path.join(out, "engine.json"), `${JSON.stringify(result, null, 2)}\n`)
}

function say(text) {
  console.error(`bench: ${text}`)
}
