import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { project } from "./wake-project.ts"

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
  expect(run(["list"]).err).toContain("settings.bad-value")
})
