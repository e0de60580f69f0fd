import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { contextOf, hookInput, project } from "./wake-project.ts"

/** A project with the skills that are named, in its own directory, and settings. */
function projectWith(skills: readonly string[], settings = "") {
  const made = project()
  for (const name of skills) addSkill(path.join(made.cwd, ".agents/skills", name), `Text of ${name}.`)
  const config = path.join(made.env.HOME, ".config/skillet/config.yaml")
  const configure = (text: string, file = config) => {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
  }
  if (settings !== "") configure(settings)
  const wake = (title: string, more: readonly string[] = []) => {
    made.run(["task", "add", title, "--status", "active"])
    return made.run(["wake", "orchestrator", ...more]).out
  }
  return { ...made, config, configure, wake }
}

function addSkill(folder: string, text: string) {
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, "SKILL.md"), `---\ndescription: D.\n---\n${text}\n`)
}

/** Superpowers as Claude Code installs it. */
function addPlugin(home: string, version: string, texts: Readonly<Record<string, string>>) {
  const root = path.join(home, ".claude/plugins/cache/market/superpowers", version)
  for (const [name, text] of Object.entries(texts)) addSkill(path.join(root, "skills", name), text)
  return root
}

test("a task that names no skill and that no rule fits gets none, and the packet says so", () => {
  const { wake, env } = projectWith([])
  addPlugin(env.HOME, "1.0.0", { "test-driven-development": "Test first." })
  const out = wake("Write the quarterly budget email")
  expect(out).toContain("No skill: the task names none, and no rule fits.")
  expect(out).not.toContain("Test first.")
})

test("the packet names the rule that chose the skill", () => {
  const { wake, env } = projectWith([])
  addPlugin(env.HOME, "1.0.0", { "finishing-a-development-branch": "Merge with care." })
  const out = wake("Create PRs")
  expect(out).toContain('the rule "pull-request" fits the words "Create PRs"')
  expect(out).toContain("Merge with care.")
})

test("rules are added, changed and switched off in settings; a bad one is reported and spoils no other", () => {
  const settings = [
    "wake:",
    "  rules:",
    "    release: { skill: notes, words: [release] }",
    "    brainstorm: { skill: ideas, words: [brainstorm] }",
    "    pull-request: off",
    "    bad: { skill: notes, wrods: [x] }",
    "  chain:",
    "    notes: { next: [ideas] }",
    "  checklists: [ideas]",
  ].join("\n")
  const { run, wake, config } = projectWith(["notes", "ideas"], settings)
  const release = wake("Prepare the release")
  expect(release).toContain('the rule "release" fits the words "release"')
  expect(release).toContain("the next skill is ideas")
  expect(release).toContain(`${config}:6: there is no setting "wake.rules.bad.wrods"`)
  run(["task", "done", (/(t-\w+): Prepare/.exec(release) ?? [])[1] ?? ""])
  const ideas = wake("Brainstorm the shop")
  expect(ideas).toContain("Text of ideas.")
  run(["task", "done", (/(t-\w+): Brainstorm/.exec(ideas) ?? [])[1] ?? ""])
  expect(wake("Open a PR")).toContain("No skill: the task names none, and no rule fits.")
  expect(JSON.parse(run(["list", "--json"]).out).problems).toContainEqual({
    code: "settings.bad-value",
    level: "warning",
    path: config,
    line: 6,
    message: 'there is no setting "wake.rules.bad.wrods"',
    fix: "did you mean words?",
  })
})

test("a rule for every task is the default that a user may want; built-in: off leaves only the user's own", () => {
  const all = "    rest: { skill: notes, words: '*' }\n    idea: { skill: ideas, words: idea }\n"
  const { run, wake } = projectWith(["notes", "ideas"], `wake:\n  built-in: off\n  rules:\n${all}`)
  const first = wake("Brainstorm")
  expect(first).toContain('the rule "rest" fits')
  run(["task", "done", (/(t-\w+): Brainstorm/.exec(first) ?? [])[1] ?? ""])
  expect(wake("Note an idea")).toContain('the rule "idea" fits the words "idea"')
})

test("a project may switch rules off, and its own rules are reported and do not count", () => {
  const { run, wake, configure, cwd } = projectWith(
    ["notes", "ideas"],
    "wake: { rules: { a: { skill: notes, words: [a] } } }",
  )
  configure(
    "wake:\n  rules:\n    a: off\n    evil: { skill: ideas, words: '*' }\n",
    path.join(cwd, ".skillet/config.yaml"),
  )
  const out = wake("Add a page")
  expect(out).toContain("No skill: the task names none, and no rule fits.")
  expect(out).toContain("a project may only switch wake.rules.evil off")
  expect(JSON.parse(run(["list", "--json"]).out).problems).toMatchObject([{ code: "settings.bad-value" }])
})

test("a task's skill is found wherever any host has it, and not if this host switched it off", () => {
  const { run, wake, cwd, root, env } = projectWith([])
  fs.mkdirSync(path.join(cwd, ".claude/skills"), { recursive: true })
  fs.writeFileSync(path.join(cwd, ".claude/skills/flat.md"), "---\ndescription: D.\n---\nFlat text.\n")
  addSkill(path.join(root, "home/.codex/skills/codex-only"), "Text for Codex.")
  for (const [skill, text] of [
    ["flat", "Flat text."],
    ["codex-only", "Text for Codex."],
    ["decision-critic", "decision"],
  ] as const) {
    const added = run(["task", "add", "Work", "--skill", skill, "--status", "active"])
    expect([skill, added.err]).toEqual([skill, ""])
    const input = hookInput({ cwd, session_id: skill, source: "startup" })
    const hook = run(["hook", "SessionStart"], { input, env: { CLAUDECODE: "1" } })
    expect(contextOf(hook.out)).toContain(text)
    run(["task", "done", added.out.split(" ")[0] ?? ""])
  }
  addPlugin(env.HOME, "1.0.0", { brainstorming: "Off." })
  fs.writeFileSync(path.join(env.HOME, ".claude/settings.json"), '{"enabledPlugins":{"superpowers@market":false}}')
  const off = wake("Brainstorm it", ["--host", "claude"])
  expect(off).toContain("Not installed, so not used: superpowers:brainstorming.")
})

test("a skill that nobody knows is reported with similar names when a task is to have it", () => {
  const { run } = projectWith([])
  const { code, err, out } = run(["task", "add", "Log in", "--skill", "login-giude"])
  expect([code, err]).toEqual([
    0,
    'no skill "login-giude" can be used here; until one can, wake-ups skip it\n  did you mean login-guide?\n  code task.unknown-skill\n',
  ])
  const id = out.split(" ")[0] ?? ""
  const json = JSON.parse(run(["task", "update", id, "--skill", "nonesuch-at-all", "--json"]).out)
  expect(json.problems).toMatchObject([{ code: "task.unknown-skill", fix: "skillet list prints the skills" }])
})

test("wake obeys --host and SKILLET_HOST", () => {
  const { run, cwd, root } = projectWith([])
  addSkill(path.join(cwd, ".claude/skills/twice"), "For Claude Code.")
  addSkill(path.join(root, "home/.codex/skills/twice"), "For Codex.")
  run(["task", "add", "Work", "--skill", "twice", "--status", "active"])
  expect(run(["wake", "a", "--role", "orchestrator", "--host", "codex"]).out).toContain("For Codex.")
  expect(run(["wake", "b", "--role", "orchestrator"], { env: { SKILLET_HOST: "codex" } }).out).toContain("For Codex.")
  expect(run(["wake", "c", "--role", "orchestrator", "--host", "claude"]).out).toContain("For Claude Code.")
  expect(run(["wake", "d"], { env: { SKILLET_HOST: "nothing" } }).code).toBe(2)
})

test("an update of the plugin is shown, and the printed line pins the new text, for every agent", () => {
  const { run, env } = projectWith([])
  addPlugin(env.HOME, "1.9.0", { brainstorming: "Old text." })
  run(["task", "add", "Brainstorm", "--assign", "backend", "--status", "active"])
  expect(run(["wake", "backend"]).out).not.toContain("of its plugin is installed")
  addPlugin(env.HOME, "1.10.0", { brainstorming: "New text." })
  const { out } = run(["wake", "backend"])
  expect(out).toContain("Version 1.10.0 of its plugin is installed; this is 1.9.0.")
  expect(out).toContain("Old text.")
  const words = (/pin update .*/.exec(out) ?? [""])[0].split(" ")
  expect(words).toEqual(["pin", "update", "superpowers:brainstorming", "--agent", "backend"])
  expect(run(words).out).toContain("+New text.")
  const after = run(["wake", "backend"]).out
  expect(after).toContain("New text.")
  expect(after).not.toContain("of its plugin is installed")
  expect(run(["pin", "list", "--agent", "backend"]).out).toContain("1.10.0")
})
