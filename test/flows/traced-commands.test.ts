import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { commandEntries } from "../../src/cli/commands.ts"
import { needProgram, testWith } from "../needs.ts"
import { cli } from "./run-cli.ts"
import { PLANTED_NAMES, trap } from "./trapped-repository.ts"

/** Every command, with words that bring it as far as it gets without an agent. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  list: [],
  show: ["mine"],
  why: ["mine"],
  diff: ["mine"],
  render: ["mine"],
  resolve: ["--skills", "reviewing-bugs"],
  match: ["look at it"],
  eval: ["mine"],
  budget: [],
  usage: [],
  follow: ["none"],
  inbox: [],
  serve: ["--any-port"],
  doctor: [],
  lint: [],
  lsp: [],
  "profile create": ["front", "--skills", "mine"],
  "profile use": ["front", "--host", "claude"],
  "profile list": [],
  "profile show": ["front", "--host", "claude"],
  "profile clear": [],
  new: ["fresh"],
  "migrate commands": [],
  audit: [],
  "shell check": ["--allow", "Bash(git:*)", "--", "git status"],
  add: ["https://127.0.0.1:1/none.git", "--yes"],
  ci: [],
  verify: [],
  outdated: [],
  update: ["--yes"],
  sync: [],
  remove: ["none"],
  pack: ["."],
  publish: [".", "--well-known", "public"],
  sbom: [],
  "trust list": [],
  "trust add": ["theirs"],
  "trust remove": ["theirs"],
  "review accept": ["r-none", "F1", "--reason", "x"],
  review: ["--diff", "HEAD", "--with", "ruff,semgrep,bandit,gitleaks"],
  "state prune": [],
  state: [],
  "workflow list": [],
  "workflow show": ["problem-analysis"],
  "workflow graph": ["problem-analysis"],
  "workflow check": [],
  "workflow diff": ["problem-analysis", "doc-sync"],
  "workflow quote": ["problem-analysis"],
  step: ["problem-analysis", "--step", "1"],
  "run start": ["problem-analysis", "--param", "problem=x"],
  "run current": ["r-none"],
  "run report": ["r-none", "--step", "1"],
  "run answer": ["r-none", "--answer", "x"],
  "run inbox": [],
  "run list": [],
  "run show": ["r-none"],
  "run events": ["r-none"],
  "run verify": ["r-none"],
  "run fork": ["r-none"],
  "run drive": ["r-none"],
  "run watch": ["r-none"],
  "run cancel": ["r-none"],
  "run compare": ["r-none", "r-none"],
  "run diff": ["r-none"],
  "run spend": [],
  "run queue": ["--database", "postgres://127.0.0.1:1/none"],
  "run dead": ["--database", "postgres://127.0.0.1:1/none"],
  worker: ["--database", "postgres://127.0.0.1:1/none"],
  "db check": [],
  "db migrate": [],
  "db move": ["--to", "other.db"],
  loop: ["10m look"],
  "schedule add": ["@daily", "Look"],
  "schedule list": [],
  "schedule show": ["s-none"],
  "schedule run": ["s-none"],
  "schedule pause": ["s-none"],
  "schedule resume": ["s-none"],
  "schedule delete": ["s-none"],
  "schedule history": ["s-none"],
  "schedule tick": [],
  "schedule install": [],
  "schedule uninstall": [],
  orchestrate: ["write a guide"],
  "orchestrate list": [],
  "orchestrate show": ["none"],
  "orchestrate resume": ["none"],
  "orchestrate advance": ["none"],
  "orchestrate export": ["none"],
  "orchestrate learn": ["none"],
  "task add": ["Look"],
  "task import": ["README"],
  "task list": [],
  "task show": ["t-none"],
  "task update": ["t-none"],
  "task done": ["t-none"],
  "task move": ["--from", "other"],
  "task delete": ["t-none"],
  say: ["Hello"],
  messages: [],
  "agent spawn": ["claude", "Look", "--worktrees", "offer"],
  "agent status": [],
  "agent peek": ["a-none"],
  "agent logs": ["a-none"],
  "agent events": ["a-none"],
  "agent kill": ["a-none"],
  "agent recover": ["a-none"],
  "agent work": ["a-none"],
  prompt: ["backend", "Hello"],
  ask: ["Which?"],
  wake: ["backend"],
  "pin list": [],
  "pin update": ["mine"],
  init: ["--host", "claude", "--yes"],
  hook: ["SessionStart"],
  mcp: [],
  "prompt-block": [],
  schema: [],
  completion: ["bash"],
  version: [],
}

/** A client that starts a procedure and leaves. */
const CALLED = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "c", version: "1" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "prompts/list" },
]
  .map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  .join("")

test("every command is traced", () => {
  expect(Object.keys(COMMANDS).toSorted()).toEqual(commandEntries.map(({ name }) => name).toSorted())
})

testWith(needProgram("strace"), "no command starts a program of the repository, whatever name it looks for", () => {
  const { at, env, project, started } = trap()
  const [home, real] = [at("home"), fs.realpathSync(at(""))]
  const tried = Object.entries(COMMANDS).flatMap(([name, words]) => {
    const trace = at("trace")
    // A server is ended after a while.
    const limit = name === "serve" ? ["timeout", "5"] : []
    const asked = ["-f", "-qq", "-e", "trace=execve,execveat", "-o", trace, ...limit, process.execPath, cli]
    const event = JSON.stringify({ session_id: "s", source: "startup" })
    spawnSync("strace", [...asked, ...name.split(" "), ...words], {
      cwd: project,
      env: { ...env, PATH: env.PATH },
      input: name === "hook" ? event : name === "mcp" ? CALLED : "",
    })
    const paths = [...fs.readFileSync(trace, "utf8").matchAll(/execve(?:at)?\((?:[^"]*)"((?:[^"\\]|\\.)*)"/g)]
    // The first one is the command itself, or what limits its time.
    return paths.slice(limit.length === 0 ? 1 : 2).map(([, file = ""]) => ({ name, file }))
  })
  expect(tried.length).toBeGreaterThan(10)
  expect(started()).toEqual([])
  expect(
    tried.filter(({ file }) => !path.isAbsolute(file) || (file.startsWith(real) && !file.startsWith(home))),
  ).toEqual([])
  const names = new Set(PLANTED_NAMES.split(" "))
  const unplanted = tried.map(({ file }) => path.basename(file)).filter((name) => !names.has(name))
  expect([...new Set(unplanted)]).toEqual([])
})
