import { spawnSync } from "node:child_process"
import fs from "node:fs"
import { garden, skillText } from "../plant.ts"
import { skillet } from "./run-cli.ts"

/** Every name that a trace of all commands shows being started, and more that people have on their machines. */
export const PLANTED_NAMES =
  "git claude codex gemini opencode bwrap sh bash dash pwsh node npm npx env true cat grep sleep rg ruff semgrep eslint " +
  "bandit gitleaks python3 docs-server worker getent id ps kill ls find prlimit less xdg-open gh git-upload-pack systemctl loginctl crontab launchctl " +
  "git-remote-https"

/** Where a repository can put programs that npx, or a careless PATH, finds first; the last is open to everybody. */
const PLACES = [
  "project/node_modules/.bin",
  "node_modules/.bin",
  "project/bin",
  "project",
  "project/tools/bin",
  "project/.git/bin",
  "open/bin",
]

const mine = skillText("Mine", "allowed-tools: Bash(git status:*), Bash(env), Bash(git --version)\n").replace(
  "The body of it.",
  "State: !`git --version`\n",
)

/** A repository full of programs that only record that they were started, and the PATH with which npx starts us. */
export function trap(more: Readonly<Record<string, string>> = {}) {
  const { at, options, project, home } = garden({
    "home/.agents/skills/mine/SKILL.md": mine,
    "project/.agents/skills/theirs/SKILL.md": mine,
    "project/app.js": "eval(location.hash)\n",
    "home/own/README": "",
    ...more,
  })
  const log = at("log")
  fs.rmSync(at("project/.git"), { recursive: true })
  const real = { ...process.env, HOME: home, GIT_CONFIG_GLOBAL: "/dev/null" }
  const git = (...args: readonly string[]) =>
    spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: project, env: real })
  git("init", "-q")
  git("add", "app.js")
  git("commit", "-qm", "x")
  for (const place of PLACES)
    for (const name of PLANTED_NAMES.split(" ")) {
      fs.mkdirSync(at(place), { recursive: true })
      fs.writeFileSync(at(`${place}/${name}`), `#!/bin/sh\necho "$0 $*" >> '${log}'\necho 9.9.9\n`, { mode: 0o755 })
    }
  fs.chmodSync(at("open"), 0o777)
  fs.symlinkSync(at("project/tools/bin/claude"), at("home/own/claude"))
  fs.appendFileSync(at("project/app.js"), "eval(location.search)\n")
  const PATH = [
    at("project/node_modules/.bin"),
    at("node_modules/.bin"),
    "",
    ".",
    "bin",
    "node_modules/.bin",
    at("project/tools/bin"),
    at("project/.git/bin"),
    at("open/bin"),
    at("home/own"),
    process.env["PATH"] ?? "",
  ].join(":")
  const env = { ...options.env, HOME: home, PATH, SKILLET_DB: at("runs.db"), ANTHROPIC_API_KEY: "" }
  const run = (...words: readonly string[]) => skillet(words, { cwd: project, env })
  const started = () => (fs.existsSync(log) ? fs.readFileSync(log, "utf8").trim().split("\n") : [])
  return { at, env, project, run, started }
}
