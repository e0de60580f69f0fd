import { spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { memoryFor, type Said } from "../composite/memory-for.ts"
import { garden } from "../plant.ts"
import { phaseProgram } from "./driven/build-programs.ts"
import { provesIn } from "./driven/run-state.ts"
import { cli, skillet } from "./run-cli.ts"

const phases = ["clarification", "looking", "making", "checking"]

/** A composite skill with a parallel and a remediation phase. */
const guide: Readonly<Record<string, string>> = {
  "project/.claude/skills/guide/SKILL.md":
    "---\nname: guide\ndescription: Write a guide in phases. Use when the user asks for a guide.\n---\n\nA guide.\n",
  "project/.claude/skills/guide/config.yaml": `description: Write a guide.
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
  "home/.config/skillet/config.yaml": "agents:\n  drivers:\n    command: { env: [PHASE_LOG, PHASE_SCRIPT] }\n",
  ...Object.fromEntries(
    phases.map((phase) => [`project/.claude/skills/guide/content/${phase}.md`, `Do the ${phase}.\n`]),
  ),
}

const back: Said = { status: "needs_remediation", lines: ["Verdict: NO-GO", "- fix: the ends do not meet"] }
const asked = [
  "clarification/1",
  "looking/costs/1",
  "looking/risks/1",
  "making/1",
  "checking/1",
  "making/2",
  "checking/2",
]

/** A project with the composite skill, and its own database and log. */
function desk() {
  const { options, project, at } = garden(guide)
  const database = at("state/skillet.db")
  const log = at("log")
  fs.writeFileSync(log, "")
  const env = {
    ...options.env,
    SKILLET_DB: database,
    SKILLET_BY: "test",
    PHASE_LOG: log,
    PHASE_SCRIPT: JSON.stringify({ "checking/1": back }),
  }
  const run = (words: readonly string[], more: object = {}) =>
    skillet(words, { cwd: project, env: { ...env, ...more } })
  return {
    project,
    at,
    database,
    env,
    run,
    /** The requests of a task, in order. */
    asked: (task: string) =>
      fs
        .readFileSync(log, "utf8")
        .split("\n")
        .flatMap((line) => (line.startsWith(`${task} `) ? [line.slice(task.length + 1)] : [])),
    files: () => fs.readdirSync(path.join(project, ".claude/memory")).sort(),
    write(prompt: string, said?: Said) {
      const { file, text } = memoryFor(prompt, said)
      fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
      fs.writeFileSync(path.join(project, file), text)
      return file
    },
    /** The result of a task, without what differs from task to task. */
    outcome(task: string): string {
      const {
        status,
        phases: done,
        step_outputs,
        unknowns,
      } = JSON.parse(run(["orchestrate", "show", task, "--json"]).out)
      const text = JSON.stringify({ status, done, step_outputs, unknowns })
      return text.replaceAll(task, "TASK").replace(/"hash":"[0-9a-f]{64}"/g, '"hash":"…"')
    },
  }
}

const unattended = ["--agent", "command", "--program", `${process.execPath} ${phaseProgram}`, "--at-once", "1"]

/** The prompts of a printed directive. */
function promptsIn(out: string): readonly string[] {
  return out
    .split(/^Execute Task tool with subagent_type: '[\w-]+'\nPrompt: /m)
    .slice(1)
    .map((part) => part.split("\n\nGive each prompt word for word.")[0] ?? "")
}

/** The words of the command in the last line. */
function commandIn(out: string): readonly string[] {
  const line = out.trimEnd().split("\n").at(-1) ?? ""
  return /^Then run: .*(orchestrate advance \w+)$/.exec(line)?.[1]?.split(" ") ?? []
}

test("followed word for word, the printed directives lead to the end, and a wrong file is refused with its name", () => {
  const { run, write, files } = desk()
  let said = run(["orchestrate", "write a guide to tea", "--skill", "guide", "--agent", "host"])
  const seen: string[] = []
  let isWrong = true
  while (commandIn(said.out).length > 0 && seen.length < 20) {
    expect([said.code, promptsIn(said.out).length > 0]).toEqual([0, true])
    const advance = commandIn(said.out)
    if (isWrong && said.out.includes(": making, attempt 1")) {
      isWrong = false
      const [prompt = ""] = promptsIn(said.out)
      const file = write(prompt, { text: (right) => right.replace("## Section 2: Known and Unknown", "") })
      const refused = run(advance)
      expect([refused.code, refused.out]).toEqual([1, ""])
      expect(refused.err).toContain(`BLOCKED: ${file} of agent 'generation' (phase making, attempt 1)`)
      expect(refused.err).toContain("section 2 (Known and Unknown) is missing")
    }
    const verdict = said.out.includes(": checking, attempt 1") ? back : {}
    for (const prompt of promptsIn(said.out)) seen.push(write(prompt, verdict).replace(/^\.claude\/memory\/\w+?-/, ""))
    said = run(advance)
  }
  expect([said.code, said.out.trimEnd().split("\n").at(-1), isWrong]).toEqual([
    0,
    "SKILL_ORCHESTRATION_COMPLETE",
    false,
  ])
  expect(seen).toEqual([
    "clarification-memory.md",
    "analysis-memory.md",
    "research-memory.md",
    "generation-memory.md",
    "validation-memory.md",
    "generation.attempt-2-memory.md",
    "validation.attempt-2-memory.md",
  ])
  expect(files().length).toBe(8)
})

test("a program does every phase unattended, and the last line says that it is over", () => {
  const { run, asked: done } = desk()
  const { code, out, err } = run(["orchestrate", "write a guide to tea", "--skill", "guide", ...unattended])
  expect([code, out.trimEnd().split("\n").at(-1)], err).toEqual([0, "SKILL_ORCHESTRATION_COMPLETE"])
  const [task] = (JSON.parse(run(["orchestrate", "list", "--json"]).out) as Jobs).jobs
  expect([task?.status, done(task?.task_id ?? "")]).toEqual(["done", asked])
})

test("the request of the first example chooses develop-project, one for a guide its own skill, and an empty one is a usage error", () => {
  const { run } = desk()
  const chosen = (query: string) => run(["orchestrate", query]).err.split("\n")[0]
  expect(chosen("build me a small web shop")).toBe("skill develop-project: it makes what the request asks for: shop")
  expect(chosen("write a guide to tea")).toBe('skill guide: the request names it, "guide"')
  expect(run(["orchestrate", "  "])).toMatchObject({ code: 2, out: "" })
  const none = run(["orchestrate"])
  expect([none.code, none.err]).toEqual([2, expect.stringContaining("skillet orchestrate needs a request, in quotes")])
})

test("task show and orchestrate show point to each other when given the other's id", () => {
  const { run } = desk()
  const { task_id } = JSON.parse(run(["orchestrate", "write a guide to tea", "--skill", "guide", "--json"]).out) as {
    readonly task_id: string
  }
  const added = JSON.parse(run(["task", "add", "pour the tea", "--json"]).out) as {
    readonly tasks: readonly { readonly id: string }[]
  }
  const task = added.tasks[0]?.id ?? ""
  const said = ({ code, err }: { readonly code: number | null; readonly err: string }) => {
    const [what = "", , next = ""] = err.split("\n")
    return [code, what, next.replace(/^.* (?=(?:task|orchestrate) show)/, "")]
  }
  expect(said(run(["task", "show", task_id]))).toEqual([
    1,
    `skillet: ${task_id} is the id of a job, not of a task`,
    `orchestrate show ${task_id} shows the job`,
  ])
  expect(said(run(["orchestrate", "show", task]))).toEqual([
    1,
    `skillet: ${task} is a task, not a job`,
    `task show ${task} shows the task`,
  ])
  for (const more of [[], ["--phase", "making"]])
    expect(run(["orchestrate", "show", "aaaaaaaaaaaa", ...more]).err).toContain('there is no job "aaaaaaaaaaaa"')
  expect(run(["orchestrate", "show", task_id, "--phase", "making"]).err).toContain(
    "has no verified memory file of phase",
  )
})

test("outside the project every command names it, and the prompt says where to work", () => {
  const { project, env } = desk()
  const elsewhere = path.dirname(project)
  const from = (words: readonly string[]) => skillet(words, { cwd: elsewhere, env })
  const { out } = from(["orchestrate", "write a guide to tea", "--skill", "guide", "--cwd", project, "--json"])
  const { task_id, advance, agents } = JSON.parse(out) as {
    readonly task_id: string
    readonly advance: string
    readonly agents: readonly { readonly prompt: string; readonly not_started: string }[]
  }
  const [{ prompt, not_started } = { prompt: "", not_started: "" }] = agents
  expect(prompt.split("\n")[0]).toBe(`The project's top directory is ${project}. Work there.`)
  expect([advance, not_started].map((command) => command.endsWith(` --cwd ${project}`))).toEqual([true, true])
  expect(from(["orchestrate", "advance", task_id, "--cwd", project]).err).toContain("BLOCKED: ")
  expect(from(["run", "report", ...wordsAfter("report", not_started, "no agents")]).code).toBe(0)
  const halted = from(["orchestrate", "resume", task_id, "--cwd", project])
  expect([halted.code, halted.out.split("\n")[0]]).toEqual([1, "HALTED: clarification failed: no agents"])
})

/** The words of a printed command that follow one of them. */
function wordsAfter(word: string, command: string, reason: string): readonly string[] {
  const words = command.split(" ")
  return words.slice(words.indexOf(word) + 1).map((one) => (one === "REASON" ? reason : one))
}

interface Jobs {
  readonly jobs: readonly { readonly task_id: string; readonly status: string }[]
}

const tasksOf = ({ run }: ReturnType<typeof desk>) =>
  (JSON.parse(run(["orchestrate", "list", "--json"]).out) as Jobs).jobs

test("a task killed at every commit and resumed has the same result, and no phase is asked twice", async () => {
  const shop = desk()
  const begin = ["orchestrate", "write a guide to tea", "--skill", "guide", ...unattended]
  shop.run(begin)
  const [undisturbed] = tasksOf(shop)
  const expected = shop.outcome(undisturbed?.task_id ?? "")
  expect(shop.run(begin, { SKILLET_FAILPOINT: "after:commit:1=kill" }).code).toBe(null)
  const task = tasksOf(shop).find(({ status }) => status === "running")?.task_id ?? ""
  let commits = 1
  for (; commits < 100; commits++) {
    const moment = commits % 2 === 0 ? "before" : "during"
    const early = shop.run(["orchestrate", "resume", task, ...unattended], {
      SKILLET_FAILPOINT: `${moment}:commit:1=kill`,
    })
    if (early.code === 0) break
    expect([early.code, early.out, commits]).toEqual([null, "", commits])
    const late = shop.run(["orchestrate", "resume", task, ...unattended], { SKILLET_FAILPOINT: "after:commit:1=kill" })
    expect([late.code, late.out, commits]).toEqual([null, "", commits])
  }
  expect(commits).toBeGreaterThan(12)
  expect(shop.asked(task)).toEqual(asked)
  expect(shop.outcome(task)).toBe(expected)
  expect(await provesIn(shop.database, task)).toBe(true)
}, 120_000)

test("two concurrent tasks in one project do not touch each other's files", async () => {
  const shop = desk()
  const begin = (about: string) => ["orchestrate", about, "--skill", "guide", ...unattended]
  const ended = ["write a guide to tea", "write a guide to coffee"].map(
    (about) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [cli, ...begin(about)], { cwd: shop.project, env: shop.env })
        child.on("error", reject)
        child.on("close", resolve)
      }),
  )
  expect(await Promise.all(ended)).toEqual([0, 0])
  const tasks = tasksOf(shop).map(({ task_id }) => task_id)
  const files = shop.files()
  expect(tasks.map((task) => files.filter((file) => file.startsWith(`${task}-`)).length)).toEqual([8, 8])
  expect(files.length).toBe(16)
  for (const task of tasks) {
    expect(shop.asked(task)).toEqual(asked)
    for (const file of files.filter((one) => one.startsWith(task))) {
      const text = fs.readFileSync(path.join(shop.project, ".claude/memory", file), "utf8")
      for (const other of tasks) expect([file, other, text.includes(other)]).toEqual([file, other, other === task])
    }
  }
})

test("with enforcement the main thread of a host only reads and starts agents while a job is running", () => {
  const shop = desk()
  const hook = (tool: string, more: object = {}, words = ["--enforce"], env: object = {}) => {
    const input = JSON.stringify({ session_id: "s", cwd: shop.project, tool_name: tool, ...more })
    const how = { cwd: shop.project, env: { ...shop.env, ...env }, input }
    return skillet(["hook", "PreToolUse", ...words], how)
  }
  const silent = { code: 0, out: "", err: "" }
  expect(hook("Edit")).toEqual(silent)
  const begun = shop.run(["orchestrate", "write a guide to tea", "--skill", "guide", "--agent", "host"])
  const line = begun.out.trimEnd().split("\n").at(-1)?.replace("Then run: ", "") ?? ""
  const task = line.split(" ").at(-1) ?? ""
  const denied = hook("Edit", { tool_input: { file_path: "a.ts" } })
  expect([denied.code, JSON.parse(denied.out)]).toEqual([
    0,
    {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: `Job ${task} is running: only its agents may use Edit. Run: ${line.replace(" advance ", " resume ")}`,
      },
    },
  ])
  expect(hook("Read")).toEqual(silent)
  expect(hook("Bash", { tool_input: { command: line } })).toEqual(silent)
  expect(hook("Bash", { tool_input: { command: `${line}; rm -r .` } }).out).toContain('"deny"')
  expect(hook("Edit", { agent_id: "a1" })).toEqual(silent)
  expect(hook("Edit", {}, [])).toEqual(silent)
  expect(hook("Edit", { tool_input: { file_path: "a.ts" } }, ["--enforce"], { SKILLET_BYPASS: "1" })).toEqual(silent)
  const log = fs.readFileSync(path.join(path.dirname(shop.database), "bypasses.jsonl"), "utf8")
  expect(
    log
      .split("\n")
      .slice(0, -1)
      .map((one) => JSON.parse(one) as object),
  ).toEqual([
    { at: expect.any(String), project: expect.any(String), event: "bypass", task, tool: "Edit", about: "a.ts" },
  ])
  const unread = { SKILLET_DB: "/proc/none/a.db" }
  expect(hook("Edit", {}, ["--enforce"], unread)).toMatchObject({ code: 0, out: expect.stringContaining('"deny"') })
  expect(hook("Read", {}, ["--enforce"], unread)).toMatchObject({ code: 0, out: "" })
  const bypassed = hook("Edit", {}, ["--enforce"], { ...unread, SKILLET_BYPASS: "1" })
  expect(bypassed.out).toContain("cannot be logged")
  const garbled = { cwd: shop.project, env: shop.env, input: "{" }
  expect(skillet(["hook", "PreToolUse", "--enforce"], garbled).out).toContain('"deny"')
  expect(skillet(["hook", "PreToolUs", "--enforce"], garbled)).toMatchObject({ code: 2, out: "" })
  expect(skillet(["hook", "PreToolUs"], garbled)).toMatchObject({ code: 0, out: "" })
  shop.run(["run", "cancel", task])
  expect(hook("Edit")).toEqual(silent)
}, 60_000)

/** A running job of the guide. */
function startGuide(run: ReturnType<typeof desk>["run"]): string {
  const { out } = run(["orchestrate", "write a guide to tea", "--skill", "guide", "--json"])
  return (JSON.parse(out) as { readonly task_id: string }).task_id
}

test("what a job is at is said in plain words, and nothing is called done that was not", () => {
  const { run } = desk()
  expect(run(["orchestrate", "list"]).out).toContain(
    "There are no jobs in this project. --all lists those of all projects.",
  )
  const job = startGuide(run)
  const shown = run(["orchestrate", "show", job]).out
  expect(shown).toContain("state     agents work on the phases (0 of 4 phases done)\n")
  expect(shown).not.toMatch(/TRIGGER_AGENTS|step 5 of 6|Johari|[A-Z]{4,}_/)
  expect(run(["orchestrate", "resume", job]).out).not.toMatch(/Johari|TRIGGER_AGENTS/)
  expect(run(["orchestrate", "learn", job])).toMatchObject({
    code: 0,
    out: "Nothing was saved: the job is not completed yet.\n",
  })
})

test("the state of a job is exported to a file, where git ignores it, with the names that jq recipes use", () => {
  const { run, project } = desk()
  const job = startGuide(run)
  const file = path.join(project, `skill-orchestration/state/skill-orchestration-${job}.json`)
  expect(run(["orchestrate", "export", job])).toMatchObject({
    code: 0,
    out: `Job ${job} is in progress. Its state was written to ${file}\n`,
  })
  const read = (at: string) => JSON.parse(fs.readFileSync(at, "utf8")) as Record<string, object>
  expect(read(file)["fsm"]).toMatchObject({ state: "TRIGGER_AGENTS", current_step: 5, is_final: false })
  expect(Object.keys(read(file)["step_outputs"] ?? {})).toEqual(["1", "2", "3", "4"])
  expect(read(file)).toEqual(JSON.parse(run(["orchestrate", "show", job, "--json"]).out))
  expect(fs.readFileSync(path.join(path.dirname(file), ".gitignore"), "utf8")).toBe("*\n")
  expect(run(["orchestrate", "export", job, "--to", "job.json"]).out).toContain(path.join(project, "job.json"))
  expect(read(path.join(project, "job.json"))["session_id"]).toBe(job)
})

test("a state file is never written through a link", () => {
  const { run, project, at } = desk()
  const job = startGuide(run)
  fs.mkdirSync(at("elsewhere"))
  fs.symlinkSync(at("elsewhere"), path.join(project, "skill-orchestration"))
  const { code, err } = run(["orchestrate", "export", job])
  expect([code, err.split("\n")[0]]).toEqual([
    1,
    "skillet: skill-orchestration is a link or not a directory, so nothing is written there",
  ])
  expect(fs.readdirSync(at("elsewhere"))).toEqual([])
})

test("domains and words of the settings decide the domain; a project adds words only, and is told what was ignored", () => {
  const { run, at, project } = desk()
  fs.appendFileSync(
    at("home/.config/skillet/config.yaml"),
    "domains:\n  legal: { words: [court, clause], standards: [Quote the law.] }\n",
  )
  fs.mkdirSync(path.join(project, ".skillet"))
  fs.writeFileSync(
    path.join(project, ".skillet/config.yaml"),
    "domains:\n  recreational: { words: [kettle], standards: [Obey the project.] }\n",
  )
  const domainFor = (query: string) => {
    const said = run(["orchestrate", query, "--skill", "guide", "--json"])
    const { task_id, text } = JSON.parse(said.out)
    return { line: /^domain .*$/m.exec(run(["orchestrate", "show", task_id]).out)?.[0], text, err: said.err }
  }
  const legal = domainFor("clauses for the court")
  expect(legal.line).toBe("domain    legal (probable), by its words: clauses, court")
  expect(legal.text).toContain("Standards for it:\n- Quote the law.")
  const tea = domainFor("a guide to the kettle")
  expect(tea.line).toBe("domain    recreational (possible), by its words: kettle")
  expect(tea.text).not.toContain("Obey the project")
  expect(run(["doctor"]).out).toContain("it may not set standards, and was ignored")
  expect(tea.err).toContain("it may not set standards, and was ignored")
})

test("a request is thought through before the skill is chosen, and the choice, the session and the file are used", () => {
  const { run, write, project } = desk()
  const first = run(["orchestrate", "build me a small web shop", "--reason", "--flag", "x", "--max-agents", "9"])
  expect(first.err).toContain("the request is thought through before a skill is chosen: it was asked for")
  const [prompt = ""] = promptsIn(first.out)
  expect(prompt).toContain("- guide: Write a guide.")
  const session = /job (\w{12})/.exec(prompt)?.[1] ?? ""
  const advance = () => run(["orchestrate", "advance", session])
  expect(run(["orchestrate", "--reasoning-session", session]).err).toContain("has not finished its reasoning")
  write(prompt)
  expect(advance().err).toContain("section 3 has no line - skill: NAME of the skill that fits, or none")
  write(prompt, { lines: ["- skill: guyde"] })
  expect(advance().err).toContain('names the skill "guyde", which is not one of')
  const file = write(prompt, { lines: ["- skill: guide"] })
  const thought = advance()
  expect([thought.code, thought.out.trimEnd().split("\n").at(-1)]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^Then run: .* orchestrate --reasoning-session ${session}$`)),
  ])
  expect(run(["orchestrate", "another request", "--reasoning-session", session]).err).toContain("about another request")
  const next = run(["orchestrate", "--reasoning-session", session])
  expect(next.err).toContain(`skill guide: the reasoning in ${session} chose it`)
  expect(next.err).toContain("flag x was left out: this skill does not have it")
  expect(next.out).toContain("THE REQUEST, in the user's words:\nbuild me a small web shop\n")
  const job = /JOB (\w+)/.exec(next.out)?.[1] ?? ""
  expect(fs.readFileSync(path.join(project, `.claude/memory/${job}-workflow-context.md`), "utf8")).toContain(
    `- Reasoning about the request, done before the skill was chosen: ${file}\n`,
  )
  expect(run(["orchestrate", "show", job]).out).toContain(`\nreasoning ${session}\n`)
  expect(JSON.parse(run(["orchestrate", "show", job, "--json"]).out).reasoning_session_id).toBe(session)
  expect(JSON.parse(run(["run", "show", job, "--json"]).out).run.budget).toEqual({ agents: 8 })
})

test("unattended, the job that was chosen follows the reasoning in the same call; a session from elsewhere is only recorded", () => {
  const { run, asked: listAsked } = desk()
  const lines = { lines: ["- skill: guide"] }
  const script = { PHASE_SCRIPT: JSON.stringify({ "reasoning/1": lines, "checking/1": back }) }
  const done = run(["orchestrate", "build me a small web shop", "--reason", ...unattended], script)
  expect([done.code, done.out.trimEnd().split("\n").at(-1)]).toEqual([0, "SKILL_ORCHESTRATION_COMPLETE"])
  const { jobs } = JSON.parse(run(["orchestrate", "list", "--json"]).out)
  expect(jobs.map((job: { readonly skill: string; readonly status: string }) => [job.skill, job.status])).toEqual([
    ["guide", "done"],
    ["reasoning", "done"],
  ])
  expect([listAsked(jobs[1].task_id), listAsked(jobs[0].task_id)]).toEqual([["reasoning/1"], asked])
  const other = run(["orchestrate", "build me a small web shop", "--reasoning-session", "s-1", "--json"])
  expect(other.err).toContain("session s-1 is not a job of this machine: it is recorded, but chose nothing")
  const { task_id } = JSON.parse(other.out)
  expect(run(["orchestrate", "show", task_id]).out).toContain("\nreasoning s-1\n")
  expect(run(["orchestrate", "x", "--reasoning-session", jobs[0].task_id]).err).toContain(
    "did not think a request through",
  )
})

test("checks that could never run are refused before any agent works, and one that may no longer run ends the job at once", () => {
  const { run, project, asked: listAsked } = desk()
  const skill = path.join(project, ".claude/skills/guide")
  const text = fs.readFileSync(path.join(skill, "SKILL.md"), "utf8")
  fs.writeFileSync(
    path.join(skill, "SKILL.md"),
    text.replace("\n---\n\n", "\nallowed-tools: Bash(test -d .claude)\n---\n\n"),
  )
  fs.appendFileSync(path.join(skill, "config.yaml"), 'checks: ["test -d .claude"]\n')
  const start = ["orchestrate", "write a guide to tea", "--skill", "guide"]
  const refused = run(start)
  expect([refused.code, refused.out, refused.err]).toEqual([
    1,
    "",
    expect.stringContaining("could never run in this job"),
  ])
  expect(refused.err).toContain("trust add guide")
  const digest = /sha256:\w+/.exec(run(["trust", "add", "guide"]).err)?.[0] ?? ""
  run(["trust", "add", "guide", "--hash", digest])
  const { task_id } = JSON.parse(run([...start, "--json"]).out)
  run(["trust", "remove", "guide"])
  const script = { PHASE_SCRIPT: "{}" }
  const halted = run(["orchestrate", "resume", task_id, ...unattended], script)
  expect([halted.code, halted.out.split("\n")[0]]).toEqual([
    1,
    expect.stringMatching(
      /^HALTED: the result could not be checked: `test -d .claude` may not run: the skill it comes from changed/,
    ),
  ])
  expect(listAsked(task_id).filter((name) => name.startsWith("making"))).toEqual(["making/1"])
})
