// Installing, restoring and verifying many skills, beside `git clone` with `cp` and beside the npm package `skills`.
// Every candidate is a fresh process, in turns; what it starts from is prepared outside of the measured time.
import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { parseArgs } from "node:util"
import { timeRun } from "../catalog/measure.mjs"
import { median } from "../catalog/median.mjs"

const usage = `usage: node bench/install/run.mjs [--n 100,1000] [--rounds 3] [--peer DIR]
  --n N,…      how many skills the repository has
  --rounds N   how often each candidate is measured
  --peer DIR   a directory in which npm installed the packages skills and node (22.20 or newer)`

const { values } = parseArgs({
  options: {
    n: { type: "string", default: "100,1000" },
    rounds: { type: "string", default: "3" },
    peer: { type: "string" },
    help: { type: "boolean" },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const cli = path.resolve(import.meta.dirname, "../../dist/cli.cjs")
const LIMIT = 120_000

for (const n of values.n.split(",").map(Number)) await measureSize(n)

async function measureSize(n) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-bench-install-"))
  try {
    const place = plant(root, n)
    const candidates = listCandidates(place, n)
    const taken = new Map(candidates.map(({ name }) => [name, []]))
    for (let round = 0; round < Number(values.rounds); round++)
      for (const at of candidates.keys()) {
        const one = candidates[(at + round) % candidates.length]
        one.prepare?.()
        const time = await timeRun(one, { scratch: root, limit: LIMIT })
        const fault = time.timeout ? "it took too long" : time.exit !== 0 ? `exit ${time.exit}` : one.check?.()
        if (fault) throw new Error(`${one.name}: ${fault}`)
        taken.get(one.name).push(time)
      }
    print(n, candidates, taken)
  } finally {
    fs.rmSync(root, { recursive: true, force: true })
  }
}

/** A repository with n skills of three files each, about 5 KiB together. */
function plant(root, n) {
  const [source, project, home] = ["source", "project", "home"].map((name) => path.join(root, name))
  for (const folder of [source, path.join(project, ".git"), home]) fs.mkdirSync(folder, { recursive: true })
  for (let nth = 0; nth < n; nth++) {
    const folder = path.join(source, "skills", `skill-${nth}`)
    fs.mkdirSync(path.join(folder, "scripts"), { recursive: true })
    const text = Array.from(
      { length: 60 },
      (_, line) => `${line}. Step ${line} of skill ${nth}: look at part ${line * nth}.`,
    )
    fs.writeFileSync(
      path.join(folder, "SKILL.md"),
      `---\nname: skill-${nth}\ndescription: Does number ${nth}. Use when somebody asks for ${nth}.\n---\n${text.join("\n")}\n`,
    )
    fs.writeFileSync(path.join(folder, "reference.md"), `# ${nth}\n\n${text.slice(0, 20).join("\n")}\n`)
    fs.writeFileSync(path.join(folder, "scripts/run.sh"), `#!/bin/sh\necho ${nth}\n`)
  }
  const git = (...args) =>
    execFileSync("git", ["-C", source, "-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      stdio: "pipe",
    })
  git("init", "-q", "-b", "main")
  git("config", "uploadpack.allowFilter", "true")
  git("add", "-A")
  git("commit", "-q", "-m", "one")
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CACHE_HOME: path.join(root, "cache"),
    DO_NOT_TRACK: "1",
    DISABLE_TELEMETRY: "1",
  }
  return { root, source, project, env, url: `file://${source}` }
}

function listCandidates({ root, source, project, env, url }, n) {
  const clean = (...names) => {
    for (const name of names) fs.rmSync(path.join(project, name), { recursive: true, force: true })
  }
  const forget = () => fs.rmSync(env.XDG_CACHE_HOME, { recursive: true, force: true })
  const start = (name, words, prepare) => ({
    name,
    command: process.execPath,
    args: [cli, ...words],
    cwd: project,
    env,
    prepare,
  })
  const all = () => clean(".agents", ".claude", ".skillet", "skillet.lock", "skills-lock.json", "skills")
  const add = start("skillet add", ["add", url, "--all", "--yes"], () => (all(), forget()))
  const check = () => {
    const count = fs.readdirSync(path.join(project, ".agents/skills")).length
    return count === n ? undefined : `${count} of ${n} skills are there`
  }
  /** What the measured command starts from. */
  const install = () => {
    add.prepare()
    execFileSync(add.command, add.args, { cwd: project, env, stdio: "ignore" })
  }
  const copy = `git clone -q --depth=1 '${url}' '${root}/clone' && mkdir -p .agents && cp -r '${root}/clone/skills' .agents/skills`
  const candidates = [
    {
      name: "git clone + cp",
      command: "sh",
      args: ["-c", copy],
      cwd: project,
      env,
      prepare: () => (all(), fs.rmSync(path.join(root, "clone"), { recursive: true, force: true })),
      check,
    },
    { ...add, check },
    { ...start("skillet ci, nothing cached", ["ci"], () => (install(), clean(".agents"), forget())), check },
    { ...start("skillet ci, cached", ["ci"], () => (install(), clean(".agents"))), check },
    start("skillet verify", ["verify"], install),
    { name: "bare node", command: process.execPath, args: ["-e", "0"], cwd: project, env },
  ]
  const peer = findPeer()
  if (peer === undefined) console.log("skills is not measured: name a directory with it with --peer (see --help)")
  else {
    const words = ["add", source, "--skill", "*", "--agent", "universal", "--yes", "--copy"]
    const before = () => (all(), fs.rmSync(path.join(project, ".agents"), { recursive: true, force: true }))
    const shared = { command: peer.node, cwd: project, env }
    candidates.push({
      ...shared,
      name: `skills ${peer.version} add, from a directory`,
      args: [peer.cli, ...words],
      prepare: before,
      check,
    })
    candidates.push(
      { ...start("skillet add, from a directory", ["add", source, "--all", "--yes"], () => (all(), forget())), check },
      {
        ...shared,
        name: `skills ${peer.version} experimental_install`,
        args: [peer.cli, "experimental_install"],
        prepare: () => {
          before()
          execFileSync(peer.node, [peer.cli, ...words], { cwd: project, env, stdio: "ignore" })
          clean(".agents")
        },
        check,
      },
    )
  }
  return candidates
}

function findPeer() {
  if (values.peer === undefined) return undefined
  const modules = path.resolve(values.peer, "node_modules")
  const { version, bin } = JSON.parse(fs.readFileSync(path.join(modules, "skills/package.json"), "utf8"))
  return { version, cli: path.join(modules, "skills", bin.skills), node: path.join(modules, ".bin/node") }
}

function print(n, candidates, taken) {
  const reference = median(taken.get("git clone + cp").map(({ cpu }) => cpu))
  console.log(`\n${n} skills, ${values.rounds} rounds: median CPU ms, wall ms, CPU as a ratio to git clone + cp`)
  for (const { name } of candidates) {
    const times = taken.get(name)
    const [cpu, wall] = [median(times.map((one) => one.cpu)), median(times.map((one) => one.wall))]
    console.log(
      `${name.padEnd(40)} ${cpu.toFixed(0).padStart(7)} ${wall.toFixed(0).padStart(7)} ${(cpu / reference).toFixed(2).padStart(7)}`,
    )
  }
}
