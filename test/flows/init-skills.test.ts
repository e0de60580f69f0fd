import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { sha256 } from "../../src/text/sha256.ts"
import { installSkillet, project } from "./wake-project.ts"

const RECORD = ".skillet-installed.json"
const HOSTS = ["claude", "codex", "opencode", "gemini"] as const

const opened = () => {
  const made = project()
  const env = installSkillet(made.root)
  fs.mkdirSync(path.join(made.root, "home"))
  const run = (...words: readonly string[]) => made.run(words, { env })
  const at = (...parts: readonly string[]) => path.join(fs.realpathSync(made.cwd), ...parts)
  return { ...made, at, run, json: (...words: readonly string[]) => JSON.parse(run(...words, "--json").out) }
}

interface Named {
  readonly name: string
  readonly status?: string
}

const namesOf = (skills: readonly Named[]) => skills.map(({ name }) => name)

/** Every file below a directory with its content. */
function snapshot(folder: string): Readonly<Record<string, string>> {
  if (!fs.existsSync(folder)) return {}
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const paths = files.map((one) => path.join(one.parentPath, one.name)).filter((file) => !file.includes("/.git/"))
  return Object.fromEntries(paths.map((file) => [path.relative(folder, file), fs.readFileSync(file, "utf8")]))
}

test.each(HOSTS)(
  "%s gets the skills that were chosen, once and only after a yes, lists them itself, and loses them without a trace",
  (host) => {
    const { run, json, cwd } = opened()
    const before = snapshot(cwd)
    const shown = run("init", "--host", host, "--skills", "planner,verify")
    expect([shown.code, shown.out, snapshot(cwd)]).toEqual([1, "", before])
    expect(shown.err).toMatch(/^This changes .*:\n {2}adds planner\n {2}adds verify\n/)
    expect(run("init", "--host", host, "--skills", "verify,planner", "--yes").code).toBe(0)
    const after = snapshot(cwd)
    const { skills, bundled } = json("list", "--host", host)
    const listed = namesOf(skills).filter((name) => /planner|verify/.test(name))
    expect(listed.toSorted()).toEqual(host === "claude" ? ["skillet:planner", "skillet:verify"] : ["planner", "verify"])
    expect(namesOf(bundled)).not.toContain("planner")
    expect(namesOf(bundled)).toContain("simplify")
    const again = run("init", "--host", host, "--skills", "planner", "--yes")
    expect([again.code, snapshot(cwd)]).toEqual([0, after])
    expect(again.out).toMatch(/^planner is up to date: .*\nverify is up to date: /)
    expect(run("init", "--host", host, "--undo", "--yes").code).toBe(0)
    expect(snapshot(cwd)).toEqual(before)
    expect(fs.existsSync(path.join(cwd, ".claude"))).toBe(false)
  },
)

test.each(["open", ...HOSTS])("under %s a procedure that was installed as text is still Skillet's own", (host) => {
  const { run, json } = opened()
  const resolve = () => run("resolve", "--skills", "reviewing-security", "--host", host)
  const before = resolve()
  expect(before.out).toContain(`version_path: "${path.resolve("skills/reviewing-security/SKILL.md")}"`)
  for (const one of ["codex", "claude"]) run("init", "--host", one, "--skills", "planner,reviewing-security", "--yes")
  const started = run("run", "start", "planner", "--param", "task=x", "--host", host)
  expect([started.code, started.out]).toEqual([0, expect.stringContaining('script="planner"')])
  expect(resolve()).toEqual(before)
  expect(json("match", "plan a feature in milestones", "--host", host).skills[0].name).toMatch(/^(?:skillet:)?planner$/)
})

test("after an upgrade a skill is updated, and one that was edited is left alone unless it is forced", () => {
  const { run, at } = opened()
  run("init", "--host", "codex", "--skills", "planner,verify", "--yes")
  const [planner, verify] = ["planner", "verify"].map((name) => at(".agents/skills", name, "SKILL.md"))
  const [asShipped, recordFile] = [fs.readFileSync(planner ?? "", "utf8"), at(".agents/skills", RECORD)]
  // As an earlier version would have left it.
  const old = asShipped.replace("# Planner", "# Old planner")
  fs.writeFileSync(planner ?? "", old)
  const record = JSON.parse(fs.readFileSync(recordFile, "utf8"))
  fs.writeFileSync(recordFile, JSON.stringify({ files: { ...record.files, "planner/SKILL.md": sha256(old) } }))
  fs.appendFileSync(verify ?? "", "\nOurs.\n")
  const updated = run("init", "--host", "codex", "--update", "--yes")
  expect(updated.out).toMatch(/ {2}updated planner\n {2}verify is left alone because it was edited/)
  expect(fs.readFileSync(planner ?? "", "utf8")).toBe(asShipped)
  expect(fs.readFileSync(verify ?? "", "utf8")).toContain("Ours.")
  expect(run("init", "--host", "codex", "--update", "--force", "--yes").out).toContain("updated verify")
  expect(fs.readFileSync(verify ?? "", "utf8")).not.toContain("Ours.")
})

test("removing leaves what somebody edited or added, says so, and can still be forced", () => {
  const { run, at, json } = opened()
  run("init", "--host", "gemini", "--skills", "planner,verify,lorem-ipsum", "--yes")
  const verify = at(".agents/skills/verify/SKILL.md")
  fs.writeFileSync(verify, fs.readFileSync(verify, "utf8").replace(/^description: /m, "description: Ours. "))
  fs.writeFileSync(at(".agents/skills/planner/notes.md"), "Mine.\n")
  expect(run("init", "--host", "gemini", "--skills", "lorem-ipsum", "--undo", "--yes").code).toBe(0)
  expect(fs.existsSync(at(".agents/skills/lorem-ipsum"))).toBe(false)
  const removed = run("init", "--host", "gemini", "--undo", "--yes", "--json")
  const { skills, done, tokens } = JSON.parse(removed.out)
  const listed = json("budget", "--host", "gemini").tokens
  expect([removed.code, skills, done]).toMatchObject([
    1,
    [
      { name: "planner", fate: "removed" },
      { name: "verify", fate: "edited" },
    ],
    true,
  ])
  expect(Object.keys(snapshot(at(".agents/skills"))).toSorted()).toEqual([
    RECORD,
    "login-guide/SKILL.md",
    "planner/notes.md",
    "verify/SKILL.md",
  ])
  expect(run("init", "--host", "gemini", "--undo", "--yes").out).toMatch(/^verify is left alone because it was edited/m)
  expect(run("init", "--host", "gemini", "--skills", "planner", "--yes").out).toContain("added planner")
  expect(run("init", "--host", "gemini", "--undo", "--force", "--yes").code).toBe(0)
  expect(Object.keys(snapshot(at(".agents/skills")))).toEqual(["login-guide/SKILL.md", "planner/notes.md"])
  expect(run("init", "--host", "gemini", "--undo", "--yes").out).toContain("No skills of Skillet are installed in")
  expect(Math.abs(listed - json("budget", "--host", "gemini").tokens - tokens)).toBeLessThanOrEqual(2)
})

test("a plugin with an edited skill loses its hooks and keeps the skill, until it is forced or installed again", () => {
  const { run, at, json } = opened()
  const plugin = at(".claude/skills/skillet")
  run("init", "--host", "claude", "--skills", "planner,verify", "--yes")
  fs.appendFileSync(path.join(plugin, "skills/planner/SKILL.md"), "\nOurs.\n")
  const whole = Object.keys(snapshot(plugin)).filter((file) => !file.includes("verify"))
  const undone = run("init", "--host", "claude", "--undo", "--yes")
  expect([undone.code, undone.out]).toEqual([1, expect.stringContaining("planner is left alone because it was edited")])
  expect(undone.out).toMatch(/tokens \(planner \d+\)\.$/m)
  expect(Object.keys(snapshot(plugin)).toSorted()).toEqual([
    ".claude-plugin/plugin.json",
    RECORD,
    "skills/planner/SKILL.md",
  ])
  expect(namesOf(json("list", "--host", "claude").skills)).toContain("skillet:planner")
  expect(run("init", "--host", "claude", "--update", "--yes").code).toBe(0)
  expect(Object.keys(snapshot(plugin)).toSorted()).toEqual(whole.toSorted())
  expect(run("init", "--host", "claude", "--skills", "planner", "--yes").code).toBe(1)
  expect(run("init", "--host", "claude", "--undo", "--force", "--yes").code).toBe(0)
  expect(fs.existsSync(at(".claude"))).toBe(false)
})

test.each(["project/.agents/skills", "home/.agents/skills"])(
  "a skill in %s with the same name is never replaced",
  (where) => {
    const { run, root, at } = opened()
    const mine = path.join(root, where, "planner/SKILL.md")
    fs.mkdirSync(path.dirname(mine), { recursive: true })
    fs.writeFileSync(mine, "---\nname: planner\ndescription: Mine.\n---\nMine.\n")
    for (const force of [[], ["--force"]]) {
      const tried = run("init", "--host", "codex", "--skills", "planner,verify", "--yes", ...force)
      expect(tried.code).toBe(1)
      expect(tried.out).toContain(`planner is not installed because another skill has its name: `)
    }
    expect(fs.readFileSync(mine, "utf8")).toContain("Mine.")
    expect(fs.existsSync(at(".agents/skills/verify/SKILL.md"))).toBe(true)
    run("init", "--host", "codex", "--undo", "--yes")
    expect(fs.readFileSync(mine, "utf8")).toContain("Mine.")
  },
)

test.each(["directory above", "directory of the skill", "file", "record"])("a link as the %s is refused", (what) => {
  const { run, root, cwd, at } = opened()
  const outside = path.join(root, "outside")
  fs.mkdirSync(outside)
  fs.writeFileSync(path.join(outside, "file"), "{}")
  if (what === "directory above") {
    fs.rmSync(at(".agents"), { recursive: true })
    fs.symlinkSync(outside, at(".agents"))
  } else if (what === "directory of the skill") fs.symlinkSync(outside, at(".agents/skills/planner"))
  else if (what === "record") fs.symlinkSync(path.join(outside, "file"), at(".agents/skills", RECORD))
  else {
    fs.mkdirSync(at(".agents/skills/planner"))
    fs.symlinkSync(path.join(outside, "file"), at(".agents/skills/planner/SKILL.md"))
  }
  const before = snapshot(cwd)
  const { code, err } = run("init", "--host", "codex", "--skills", "planner", "--yes", "--force")
  expect([code, err]).toEqual([1, expect.stringMatching(/ is a link, and nothing is written[\s\S]*install\.link/)])
  expect([snapshot(outside), snapshot(cwd)]).toEqual([{ file: "{}" }, before])
})

test.each(['{"files": {"../../../secret": "x"}}', "[]", "{"])(
  "a record that could mean anything is refused: %s",
  (text) => {
    const { run, at, root } = opened()
    fs.writeFileSync(path.join(root, "secret"), "kept")
    fs.writeFileSync(at(".agents/skills", RECORD), text)
    for (const undo of [["--undo"], ["--skills", "planner"]])
      expect(run("init", "--host", "codex", ...undo, "--yes")).toMatchObject({
        code: 1,
        err: expect.stringContaining("install.bad-record"),
      })
    expect(fs.readFileSync(path.join(root, "secret"), "utf8")).toBe("kept")
  },
)

test("an installation that was interrupted before its record was written is finished by the next one", () => {
  const { run, at } = opened()
  run("init", "--host", "codex", "--skills", "planner,verify", "--yes")
  const whole = snapshot(at(".agents"))
  fs.rmSync(at(".agents/skills", RECORD))
  fs.rmSync(at(".agents/skills/verify"), { recursive: true })
  expect(run("init", "--host", "codex", "--skills", "planner,verify", "--yes").code).toBe(0)
  expect(snapshot(at(".agents"))).toEqual(whole)
})

test("what the preview says about tokens is what the listing grows by, and budget says the same", () => {
  for (const host of HOSTS) {
    const { run, json } = opened()
    const before = json("budget", "--host", host).tokens
    const estimated = json("budget", "--host", host, "--skills", "planner,quick-docs-review").bundled
    const { tokens, skills } = json("init", "--host", host, "--skills", "planner,quick-docs-review")
    expect([estimated.tokens, estimated.each.map((one: { tokens: number }) => one.tokens)]).toEqual([
      tokens,
      skills.map((one: { tokens: number }) => one.tokens),
    ])
    run("init", "--host", host, "--skills", "planner,quick-docs-review", "--yes")
    const commands = host === "claude" ? json("list", "--host", host).skills : []
    const others = commands.filter(({ name }: Named) => /tasks|wake/.test(name)).length
    const grown = json("budget", "--host", host).tokens - before
    // The commands of the plugin cost tokens, too; estimates of texts differ by rounding.
    if (others === 0) expect([host, Math.abs(grown - tokens) <= 2]).toEqual([host, true])
    else expect(grown).toBeGreaterThan(tokens)
  }
})

test("Claude Code's plugin has the hooks once, whichever of both was first", () => {
  const first = opened()
  first.run("init", "--host", "claude", "--skills", "planner", "--yes")
  const hooks = first.at(".claude/skills/skillet/hooks/hooks.json")
  expect(fs.readFileSync(hooks, "utf8")).toContain('"skillet hook SessionStart"')
  expect(first.run("init", "--host", "claude", "--yes").out).toBe(
    `The hooks are already in ${hooks}. Whether claude runs them was not checked.\n`,
  )
  first.run("init", "--host", "claude", "--enforce", "--yes")
  expect(Object.keys(JSON.parse(fs.readFileSync(first.at(".claude/settings.json"), "utf8")).hooks)).toEqual([
    "PreToolUse",
  ])
  const second = opened()
  second.run("init", "--host", "claude", "--yes")
  const { out } = second.run("init", "--host", "claude", "--skills", "planner", "--yes")
  expect(out).toContain(`The plugin is without hooks, because ${second.at(".claude/settings.json")} has them.`)
  expect(fs.existsSync(second.at(".claude/skills/skillet/hooks"))).toBe(false)
  second.run("init", "--host", "claude", "--undo", "--yes")
  expect(fs.existsSync(second.at(".claude"))).toBe(false)
})

test("without skillet on the search path a project's plugin has no hooks, and the user's names this machine's Skillet", () => {
  const { root, cwd, run, at } = opened()
  fs.rmSync(path.join(root, "bin/skillet"))
  const { out } = run("init", "--host", "claude", "--skills", "planner", "--yes")
  expect(out).toContain("skillet is not on the search path: the commands in these skills fail until it is.")
  expect(Object.keys(snapshot(at(".claude/skills/skillet"))).toSorted()).toEqual([
    ".claude-plugin/plugin.json",
    RECORD,
    "skills/planner/SKILL.md",
  ])
  run("init", "--host", "claude", "--undo", "--yes")
  run("init", "--host", "claude", "--skills", "planner", "--user", "--yes")
  const users = snapshot(path.join(root, "home/.claude/skills/skillet"))
  expect(users["hooks/hooks.json"]).toContain(`${path.resolve("dist/cli.cjs")} hook SessionStart`)
  expect(Object.values(snapshot(cwd)).join()).not.toContain("planner")
  const hidden = run("init", "--host", "claude", "--skills", "verify", "--yes")
  expect([hidden.code, hidden.err]).toEqual([1, expect.stringContaining("install.hidden")])
})

test("mistakes are answered with what can be written", () => {
  const { run, cwd } = opened()
  const before = snapshot(cwd)
  const tries: readonly (readonly [readonly string[], number, RegExp])[] = [
    [["--host", "codex", "--skills", "plannr"], 1, /Skillet has no skill "plannr"[\s\S]*did you mean planner\?/],
    [["--host", "codex", "--skills", "qqqqqq"], 1, /list --all shows them/],
    [["--host", "codex", "--skills", "planner", "--undo"], 1, /"planner" was not installed here/],
    [["--host", "codex", "--skills", " , "], 2, /--skills is empty/],
    [["--host", "open", "--skills", "planner"], 2, /open needs no installed skills/],
    [["--skills", "planner"], 2, /--host is missing/],
    [["--host", "open"], 2, /Skillet has no hooks for open/],
    [["--host", "codex", "--undo", "--update"], 2, /contradict/],
    [["--host", "codex", "--force"], 2, /--force is an option for skills/],
    [["--host", "claude", "--skills", "planner", "--enforce"], 2, /--enforce is an option for hooks/],
  ]
  for (const [words, code, said] of tries)
    expect(run("init", ...words, "--yes")).toMatchObject({ code, err: expect.stringMatching(said) })
  expect(snapshot(cwd)).toEqual(before)
})
