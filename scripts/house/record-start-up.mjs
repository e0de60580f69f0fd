// The processor time of whole commands, and of Node alone. All are measured in turn, so that other work on the machine
// meets them alike.
import fs from "node:fs"
import path from "node:path"
import {
  copyProject,
  fixedEnvironment,
  installPackage,
  openWorkshop,
  root,
  runCommand,
  succeed,
  writeJson,
} from "./workshop.mjs"

export function recordStartUp(out, { rounds, against }) {
  const workshop = openWorkshop()
  try {
    const builds = { this: installPackage(workshop) }
    if (against !== undefined) builds.other = installPackage(workshop, { dist: path.resolve(against), as: "against" })
    const commands = [
      { name: "node", words: ["-e", "0"] },
      ...Object.entries(builds).flatMap(([build, cli]) => prepareCommands(workshop, { build, cli })),
    ]
    // Once before, so that compiled code and the index of skills are kept.
    for (const command of commands) for (let warm = 0; warm < 2; warm++) time(workshop, command)
    const times = new Map(commands.map(({ name }) => [name, []]))
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? commands : [...commands].reverse()
      for (const command of order)
        if (!command.isLong || round < Math.ceil(rounds / 4)) times.get(command.name).push(time(workshop, command))
    }
    writeJson(path.join(out, "start-up.json"), {
      node: process.version,
      unit: "milliseconds of processor time, user and system",
      rounds,
      commands: Object.fromEntries([...times].map(([name, all]) => [name, summarise(all)])),
    })
  } finally {
    workshop.close()
  }
}

function prepareCommands(workshop, { build, cli }) {
  const shop = copyProject(workshop, path.join(root, "examples/shop"), `shop-${build}`)
  const env = { SKILLET_DB: workshop.at("state", `${build}.db`) }
  const run = (words, input) => {
    const ran = runCommand(cli, words, { cwd: shop, env: fixedEnvironment(workshop, env), input })
    if (ran.code !== 0) throw new Error(`${words.join(" ")} ended with ${ran.code}: ${ran.err}`)
    return ran.out
  }
  run(["task", "add", "Add a product", "--skill", "add-product", "--status", "active"])
  const begin = ["run", "start", "decision-critic", "--param", "decision=move the queue to Postgres", "--json"]
  const step = workshop.at("state", "step.txt")
  fs.writeFileSync(step, "The queue moves to Postgres. ".repeat(10))
  const session = { session_id: "s1", cwd: shop }
  run(["hook", "SessionStart"], JSON.stringify({ ...session, hook_event_name: "SessionStart", source: "startup" }))
  const event = workshop.at("state", `${build}-event.json`)
  fs.writeFileSync(event, JSON.stringify({ ...session, hook_event_name: "UserPromptSubmit", prompt_id: "p1" }))
  const report = () => {
    const { run: id, step: first } = JSON.parse(run(begin))
    return ["run", "report", id, "--step", first.id ?? first, "--outcome", "ok", "--output", step]
  }
  const all = [
    { name: "list", words: ["list"] },
    { name: "why", words: ["why", "deploy"] },
    { name: "render", words: ["render", "deploy", "staging"] },
    { name: "run report", before: report },
    { name: "hook", words: ["hook", "UserPromptSubmit"], input: event },
    { name: "review", words: ["review"], isLong: true },
  ]
  return all.map(({ name, words, before, ...rest }) => ({
    ...rest,
    name: `${build}: ${name}`,
    words: words === undefined ? undefined : [cli, ...words],
    before: before === undefined ? undefined : () => [cli, ...before()],
    cwd: shop,
    env,
  }))
}

/**
 * Bash reports the time of the process itself and of all its threads and children. The output goes to a file, because what
 * is written to the null device does not count as delivered: a hook would deliver it again each time.
 */
function time(workshop, { words, before, cwd = workshop.folder, env = {}, input = "/dev/null" }) {
  const line = [process.execPath, ...(words ?? before())]
  const script =
    'TIMEFORMAT="%3U %3S"; input=$1 out=$2; shift 2; { time "$@" <"$input" >"$out" 2>/dev/null; } 2>&1; exit 0'
  const options = { cwd, env: fixedEnvironment(workshop, env) }
  const [user, system] = succeed(
    "bash",
    ["-c", script, "time", input, workshop.at("state", "printed"), ...line],
    options,
  )
    .trim()
    .split(" ")
    .map(Number)
  return Math.round((user + system) * 1000)
}

function summarise(times) {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  return { median: at(0.5), least: sorted[0], quarter: at(0.25), threeQuarters: at(0.75), times: sorted.length }
}
