// What is done with the command to measure it: each command line once, in a project where it has something to do.
import fs from "node:fs"
import path from "node:path"
import { copyProject, fixedEnvironment, root, runCommand, writeProject } from "./workshop.mjs"

const phases = ["clarification", "looking", "making", "checking"]

/** A composite skill with a parallel phase and one that sends work back. */
const guide = {
  ".claude/skills/guide/SKILL.md":
    "---\nname: guide\ndescription: Write a guide in phases. Use when the user asks for a guide.\n---\n\nA guide.\n",
  ".claude/skills/guide/config.yaml": `description: Write a guide.
phases:
  - { id: clarification, agent: clarification }
  - id: looking
    type: PARALLEL
    parallel_branches:
      - { name: costs, agent: analysis }
      - { name: risks, agent: research }
  - { id: making, agent: generation }
  - { id: checking, type: REMEDIATION, agent: validation, remediation_target: making, max_remediation: 2, next: end }
`,
  ...Object.fromEntries(phases.map((phase) => [`.claude/skills/guide/content/${phase}.md`, `Do the ${phase}.\n`])),
}

const logins = {
  ".agents/skills/login-guide/SKILL.md": "---\ndescription: Logins.\n---\n# Logins\n\nNever log a password.\n",
}

/**
 * Runs every scenario with `cli`. `watch(label)` gives the variables under which a measured command runs and receives its
 * result; commands that only prepare something are not measured.
 */
export function playScenarios(workshop, cli, watch) {
  const shop = copyProject(workshop, path.join(root, "examples/shop"), "shop")
  const play =
    (cwd) =>
    (words, { label, input, codes = [0] } = {}) => {
      const watched = label === undefined ? undefined : watch(label)
      const env = fixedEnvironment(workshop, { NODE_DISABLE_COMPILE_CACHE: "1", ...watched?.env })
      const ran = runCommand(cli, words, { cwd, env, input })
      if (!codes.includes(ran.code)) throw new Error(`${words.join(" ")} ended with ${ran.code}: ${ran.err}${ran.out}`)
      watched?.done(ran)
      return ran
    }
  playSkills(play(shop), workshop)
  playRuns(play(shop))
  const write = writeProject(workshop, "guide", guide)
  playTask(play(write), write)
  const wake = writeProject(workshop, "logins", logins)
  playWake(play(wake), wake)
}

/** The first command finds no index of skills and makes it; the others use it, as they usually do. */
function playSkills(run, workshop) {
  run(["list"], { label: "list" })
  run(["list"], { label: "list again" })
  run(["why", "deploy"], { label: "why" })
  run(["review"], { label: "review" })
  const unapproved = run(["trust", "add", "release-notes"], { codes: [1] })
  const [digest] = /sha256:[0-9a-f]{64}/.exec(`${unapproved.out}${unapproved.err}`) ?? []
  run(["trust", "add", "release-notes", "--hash", digest])
  const settings = workshop.at("home", ".config/skillet/config.yaml")
  fs.mkdirSync(path.dirname(settings), { recursive: true })
  fs.writeFileSync(settings, 'permissions:\n  allow: ["Bash(head:*)"]\n')
  run(["render", "release-notes", "1.2.0"], { label: "render again" })
  fs.rmSync(workshop.at("home", ".cache"), { recursive: true, force: true })
  run(["render", "release-notes", "1.2.0"], { label: "render" })
  fs.rmSync(settings)
}

function playRuns(run) {
  const begin = ["run", "start", "decision-critic", "--param", "decision=move the queue to Postgres", "--json"]
  const { out } = run(begin, { label: "run start" })
  const { run: id, step } = JSON.parse(out)
  const report = ["run", "report", id, "--step", step.id ?? step, "--outcome", "ok", "--output", "-"]
  run(report, { label: "run report", input: "The queue moves to Postgres. ".repeat(10) })
}

/** A job in phases: started, and advanced as often as it has phases. */
function playTask(run, folder) {
  const begin = ["orchestrate", "write a guide to tea", "--skill", "guide", "--agent", "host", "--json"]
  let said = JSON.parse(run(begin, { label: "orchestrate" }).out)
  const task = said.task_id
  for (let turn = 1; turn < 20 && (said.agents ?? []).length > 0; turn++) {
    for (const { prompt } of said.agents) writeMemory(folder, prompt)
    const label = turn === 1 ? "orchestrate advance" : `orchestrate advance ${turn}`
    said = JSON.parse(run(["orchestrate", "advance", task, "--json"], { label }).out)
  }
  const { status } = JSON.parse(run(["orchestrate", "show", task, "--json"]).out)
  if (status !== "completed") throw new Error(`the job in phases is ${status}, not completed`)
}

function playWake(run, cwd) {
  const hook = (event, more) => JSON.stringify({ session_id: "s1", hook_event_name: event, cwd, ...more })
  run(["task", "add", "Add login endpoint", "--skill", "login-guide", "--status", "active"])
  run(["say", "@orchestrator use bcrypt", "--from", "ann"])
  run(["wake", "orchestrator"], { label: "wake" })
  run(["hook", "SessionStart"], { label: "hook", input: hook("SessionStart", { source: "compact" }) })
  run(["say", "@orchestrator and salt", "--from", "ann"])
  run(["hook", "UserPromptSubmit"], { label: "hook prompt", input: hook("UserPromptSubmit", { prompt_id: "p1" }) })
}

/** The memory file that a prompt asks for. */
function writeMemory(folder, prompt) {
  const find = (pattern) => pattern.exec(prompt) ?? []
  const [, file] = find(/SUBMIT your work by writing the file (\S+)/)
  const [title = ""] = find(/^# .+$/m)
  const [json = "{}"] = find(/^\{"task_id".*$/m)
  const [marker = ""] = find(/^\*\*\w+_COMPLETE\*\*$/m)
  if (file === undefined) throw new Error(`a prompt names no memory file: ${prompt.slice(0, 500)}`)
  const lines = [
    title,
    "",
    "## Section 0: Context Loaded",
    "```json",
    JSON.stringify({ ...JSON.parse(json), status: "completed" }),
    "```",
    "## Section 1: Step Overview",
    ...[...prompt.matchAll(/^\d+\. (\w+): /gm)].map(([, step]) => `- ${step}: done`),
    "## Section 2: Johari Summary",
    "- Open: what was asked",
    "## Section 3: Downstream Directives",
    `- ${title.slice(2)} says what comes next`,
    ...(prompt.includes("\nVerdict:") ? ["Verdict: GO"] : []),
    ...[...prompt.matchAll(/^- ([CA]\d+) \((?:must|should|nice|never)\): .*$/gm)].map(([, id]) => `- [x] ${id}: seen`),
    marker,
    "",
  ]
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  fs.writeFileSync(path.join(folder, file), lines.join("\n"))
}
