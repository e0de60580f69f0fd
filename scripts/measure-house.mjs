// Records what a change of structure must keep (outputs, tests) and what it is meant to improve (paths, names, loads),
// so that two states can be compared. It knows no directory of the sources but `src` and `packages/*/src`.
import fs from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { compareStates } from "./house/compare.mjs"
import { recordNames } from "./house/record-names.mjs"
import { recordOutputs } from "./house/record-outputs.mjs"
import { recordPackage } from "./house/record-package.mjs"
import { recordScenarios } from "./house/record-paths.mjs"
import { recordStartUp } from "./house/record-start-up.mjs"
import { recordTests } from "./house/record-tests.mjs"
import { describeMachine, root, succeed, writeJson } from "./house/workshop.mjs"

const help = `Record the state of the project, to compare it with another one.

Usage: npm run measure -- OUTDIR [PART…] [--tree DIR]… [--rounds N] [--against DIST]
       npm run measure -- --compare A B

Parts (default: all but --tests, which takes a quarter of an hour):
  --names      names.json: functions, exported names, files, directories, rooms
  --paths      paths.json: files that run for a command, and imports between rooms
  --loads      loads.json: loads, commits and SQL statements of a command
  --outputs    outputs/: what list, why, render, audit and review print as JSON
  --package    package-size.json: files and sizes of the package
  --start-up   start-up.json: processor time of commands
  --tests      tests.json: names and results of the unit and flow tests

Options:
  --tree DIR       also record outputs for this directory (repeatable)
  --rounds N       how often --start-up measures (default 20)
  --against DIST   --start-up also measures this other build, in turn with ours
  --compare        print what differs between two states; exit 1 if an output or a test does

The sources are built first if they have changed since the last build.`

const parts = ["names", "paths", "loads", "outputs", "package", "start-up", "tests"]
const needBuild = ["outputs", "package", "start-up", "tests"]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...Object.fromEntries(parts.map((part) => [part, { type: "boolean" }])),
    tree: { type: "string", multiple: true, default: [] },
    rounds: { type: "string", default: "20" },
    against: { type: "string" },
    compare: { type: "boolean" },
    help: { type: "boolean" },
  },
})

if (values.help) console.log(help)
else if (values.compare && positionals.length === 2) process.exitCode = compareStates(...positionals) ? 1 : 0
else if (!values.compare && positionals.length === 1) record(positionals[0])
else {
  console.error(help)
  process.exitCode = 2
}

function record(out) {
  const chosen = parts.filter((part) => values[part])
  const wanted = new Set(chosen.length > 0 ? chosen : parts.filter((part) => part !== "tests"))
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds ${values.rounds} is not a number of rounds`)
  // An old build would be measured as if it were the present state.
  if (parts.some((part) => wanted.has(part) && needBuild.includes(part)))
    succeed(process.execPath, [path.join(root, "scripts/setup.mjs")], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    })
  fs.mkdirSync(out, { recursive: true })
  const machine = Object.fromEntries([...wanted].map((part) => [part, describeMachine()]))
  const known = path.join(out, "machine.json")
  const earlier = fs.existsSync(known) ? JSON.parse(fs.readFileSync(known, "utf8")) : {}
  writeJson(known, { ...earlier, ...machine })
  const does = {
    names: () => recordNames(out),
    "paths and loads": () => recordScenarios(out, wanted),
    package: () => recordPackage(out),
    outputs: () => recordOutputs(out, values.tree),
    "start-up": () => recordStartUp(out, { rounds, against: values.against }),
    tests: () => recordTests(out),
  }
  for (const [name, act] of Object.entries(does)) {
    if (!name.split(" ").some((part) => wanted.has(part))) continue
    console.error(`measuring ${name} …`)
    act()
  }
}
