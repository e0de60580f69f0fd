// The first thing a new user sees: a tour of the sample project. Every command is real and runs in a copy, with a home
// directory of its own, so that nothing of the user's is read or changed. Long output is shown in part.
import { spawn, spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const command = path.join(root, "dist", "cli.cjs")
const { description } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
const columns = Math.min(process.stdout.columns ?? 100, 100)

const place = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-tour-"))
const shop = path.join(place, "shop")
fs.cpSync(path.join(root, "examples", "shop"), shop, { recursive: true })
const env = { PATH: process.env.PATH, HOME: path.join(place, "home"), NO_COLOR: "1", COLUMNS: String(columns - 2) }
// Two agents that were used by this person.
for (const agent of [".claude", ".codex"]) fs.mkdirSync(path.join(env.HOME, agent), { recursive: true })

/** What an agent could report for the first step. */
const STRUCTURE = `Decision: move the job queue from Redis to Postgres, instead of running both.
C1 | Postgres handles 500 jobs a second on our hardware | supports: dropping Redis
A1 | the team keeps running Postgres | supports: one store to operate
A2 | jobs may be late by a second | supports: polling instead of push`

try {
  await tour()
} finally {
  fs.rmSync(place, { recursive: true, force: true })
}

async function tour() {
  say(description)
  say("A tour of the sample shop, in a copy with its own home directory. Nothing of yours is read or changed.")
  showSkills()
  showWinners()
  showRendering()
  await showProcedure()
  showWakeUp()
  showReview()
  say("\nTry next:")
  say("  npx skillet serve --cwd examples/shop  all of this in a browser; npx works in this directory only")
  say("  npm install -g .                       installs the command skillet, for your own projects. There:")
  say("  skillet list, doctor and audit         your skills, what is wrong with them, and what they could do")
}

function showSkills() {
  const { out, problems } = run("its skills as each agent sees them, and what is wrong", ["list"])
  const wrong = JSON.parse(text(["list", "--json"]).stdout).problems.find(({ code }) => code === "header.unquoted")
  const deploy = out.filter((line) => line.startsWith("deploy"))
  const totals = out.filter((line) => line.includes("listed for the model"))
  show([out[0], ...deploy, ...totals, ...problems.slice(0, 1)])
  show([`${path.relative(shop, wrong.path)}:${wrong.line} ${wrong.message}`])
}

function showWinners() {
  const { out } = run("which copy wins, for which agent", ["why", "deploy"])
  const hosts = out
    .slice(out.findIndex((line) => line.startsWith("open *")) + 1)
    .filter((line) => !line.startsWith("*"))
  show(hosts.slice(1).join("\n").replace(/\n +/g, " ").split("\n"))
}

function showRendering() {
  const { approvalDigest } = JSON.parse(text(["show", "release-notes", "--json"]).stdout)
  const approve = ["trust", "add", "release-notes", "--hash", approvalDigest]
  run("a person approves a skill", approve, `skillet ${approve.slice(0, -1).join(" ")} …`)
  const words = ["render", "release-notes", "--dry-run"]
  const { out } = run(undefined, words, `skillet ${words.join(" ")}  # what it would run, and why one command may not`)
  const denied = out.findIndex((line) => line.startsWith("deny"))
  show([...out.slice(denied, denied + 2), ...out.filter((line) => line.startsWith("allow"))])
}

async function showProcedure() {
  const start = [
    "run",
    "start",
    "decision-critic",
    "--param",
    "decision=move the queue to Postgres",
    "--format",
    "text",
  ]
  const { out } = run("a procedure that is killed and continues", start, `skillet ${start.slice(0, 3).join(" ")} …`)
  show(out.slice(0, 1))
  const { id } = JSON.parse(text(["run", "list", "--json"]).stdout).runs[0]
  const answer = path.join(place, "answer.md")
  fs.writeFileSync(answer, STRUCTURE)
  const report = [
    "run",
    "report",
    id,
    "--step",
    "extract_structure",
    "--outcome",
    "ok",
    "--output",
    answer,
    "--format",
    "text",
  ]
  const shown = `skillet ${report.slice(0, 5).join(" ")} …`
  say(`$ ${shown}`)
  const printed = await kill(report)
  show([`killed with SIGKILL${printed === 0 ? "; it had printed nothing" : ` after ${printed} characters`}`])
  const { out: after } = run(undefined, report, shown)
  show(after.slice(0, 1))
}

function showWakeUp() {
  const add = [
    "task",
    "add",
    "Charge declined cards only once",
    "--assign",
    "backend",
    "--skill",
    "triage-bug",
    "--status",
    "active",
  ]
  text(add)
  text(["say", "@backend the log shows two charges for order 1042"])
  const { out } = run("an agent wakes up and knows where it was", ["wake", "backend"])
  const from = (start) => out.find((line) => line.startsWith(start)) ?? ""
  show([
    out[0],
    from("You are using"),
    out.find((line) => line.includes("order 1042")) ?? "",
    out.find((line) => line.includes("CURRENT")) ?? "",
    out[out.indexOf("## Your Next Action") + 1] ?? "",
  ])
}

function showReview() {
  const { out } = run("its code, reviewed without a model", ["review"])
  const at = out.findLastIndex((line) => /^\d+ findings/.test(line))
  show([out.slice(at, at + 2).join(" ")])
}

/** Starts a command, kills it almost at once, and says how much it had printed by then. */
function kill(words) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [command, ...words], { cwd: shop, env, stdio: ["ignore", "pipe", "ignore"] })
    let printed = 0
    child.stdout.on("data", (some) => (printed += some.length))
    child.on("close", () => resolve(printed))
    setTimeout(() => child.kill("SIGKILL"), 40)
  })
}

function run(
  title,
  words,
  shown = `skillet ${words.map((word) => (word.includes(" ") ? `"${word}"` : word)).join(" ")}`,
) {
  say(title === undefined ? `$ ${shown}` : `\n$ ${shown}  # ${title}`)
  const { stdout, stderr } = text(words)
  return { out: lines(stdout), problems: lines(stderr) }
}

function text(words) {
  const done = spawnSync(process.execPath, [command, ...words], { cwd: shop, env, encoding: "utf8" })
  if (![0, 1].includes(done.status ?? 70)) {
    console.error(`skillet ${words.join(" ")} failed:\n${done.stderr}`)
    process.exit(1)
  }
  return done
}

function lines(output) {
  return output.split("\n").filter((line) => line.trim() !== "")
}

function show(some) {
  for (const line of some) say(`  ${line.length > columns - 2 ? `${line.slice(0, columns - 3)}…` : line}`)
}

function say(line) {
  console.log(line)
}
