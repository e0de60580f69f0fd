import path from "node:path"
import { expect, test } from "vitest"
import { openSession } from "../catalog/io/session/open-session.ts"
import { garden } from "../../test/plant.ts"
import { allowsSkill, deniesSkill } from "../settings/settings.ts"
import type { HostId } from "./profile.ts"

const skill = (name: string, description = `d ${name}`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nBody\n`

const off = (what: string) => `[[skills.config]]\n${what}\nenabled = false\n`

type Files = Parameters<typeof garden>[0]

/** What a host lists for some files: the name, and the file relative to the test directory. */
async function listing(host: HostId, files: Files, more: { readonly cwd?: string; readonly env?: object } = {}) {
  const { options, at } = garden(files)
  const skillet = openSession({
    ...options,
    host,
    cache: false,
    cwd: at(more.cwd ?? "project"),
    env: { ...options.env, ...more.env },
  })
  const { skills } = await skillet.catalog()
  const { entries } = await skillet.listing()
  const shown = entries.map(({ name, path: file }) => `${name} ${path.relative(at(""), path.dirname(file))}`)
  return {
    shown,
    entries,
    others: skills.flatMap(({ ref, status, reason }) => (reason === undefined ? [] : [`${ref} ${status}: ${reason}`])),
  }
}

test("Codex reads .codex and .agents from the working directory up to the repository, the user's, and no .claude", async () => {
  const { shown } = await listing(
    "codex",
    {
      "project/pkg/.agents/skills/a/SKILL.md": skill("a"),
      "project/.codex/skills/b/SKILL.md": skill("b"),
      "project/.claude/skills/no/SKILL.md": skill("no"),
      "home/.agents/skills/c/SKILL.md": skill("c"),
      "home/.codex/skills/d/SKILL.md": skill("d"),
      ".agents/skills/above/SKILL.md": skill("above"),
    },
    { cwd: "project/pkg" },
  )
  expect(shown).toEqual([
    "a project/pkg/.agents/skills/a",
    "b project/.codex/skills/b",
    "c home/.agents/skills/c",
    "d home/.codex/skills/d",
  ])
})

test("Codex's own skills count where it put them itself, and come first", async () => {
  const system = {
    "home/.codex/skills/.system/s/SKILL.md": skill("s"),
    "project/.agents/skills/a/SKILL.md": skill("a"),
  }
  expect((await listing("codex", system)).shown).toEqual(["a project/.agents/skills/a"])
  const marked = { ...system, "home/.codex/skills/.system/.codex-system-skills.marker": "x" }
  expect((await listing("codex", marked)).shown).toEqual([
    "s home/.codex/skills/.system/s",
    "a project/.agents/skills/a",
  ])
})

test("CODEX_HOME moves the user's directory", async () => {
  const { options, at } = garden({ "elsewhere/skills/a/SKILL.md": skill("a") })
  const skillet = openSession({ ...options, host: "codex", env: { ...options.env, CODEX_HOME: at("elsewhere") } })
  expect((await skillet.catalog()).skills.map(({ name }) => name)).toEqual(["a"])
})

test("Codex finds skills six directories deep, inside other skills and directly in the directory, not in directories with a dot", async () => {
  const { shown } = await listing("codex", {
    "project/.agents/skills/1/2/3/4/5/six/SKILL.md": skill("six"),
    "project/.agents/skills/1/2/3/4/5/6/seven/SKILL.md": skill("seven"),
    "project/.agents/skills/outer/SKILL.md": skill("outer"),
    "project/.agents/skills/outer/inner/SKILL.md": skill("inner"),
    "project/.agents/skills/SKILL.md": skill("root"),
    "project/.agents/skills/.dot/SKILL.md": skill("dot"),
    "project/.agents/skills/lower/skill.md": skill("lower"),
  })
  expect(shown.map((line) => line.split(" ")[0])).toEqual(["inner", "outer", "root", "six"])
})

test("Codex lists every copy of a name, by level, name and path, and one file once", async () => {
  const { shown } = await listing("codex", {
    "home/.agents/skills/dup/SKILL.md": skill("dup"),
    "home/.agents/skills/linked": { link: "../../../project/.agents/skills/file" },
    "project/.agents/skills/file/SKILL.md": skill("file"),
    "project/.agents/skills/dup/SKILL.md": skill("dup"),
    "project/.agents/skills/Big/SKILL.md": skill("Big"),
  })
  expect(shown).toEqual([
    "Big project/.agents/skills/Big",
    "dup project/.agents/skills/dup",
    "dup home/.agents/skills/dup",
    "file home/.agents/skills/linked",
  ])
})

test("what Codex skips is skipped here too, with the reason", async () => {
  const { others } = await listing("codex", {
    "project/.agents/skills/a/SKILL.md": "# no header\n",
    "project/.agents/skills/b/SKILL.md": "---\nname: b\n---\n",
    "project/.agents/skills/c/SKILL.md": skill("c".repeat(65)),
    "project/.agents/skills/d/SKILL.md": "---\nname: d\ndescription: x\nname: d\n---\n",
    "project/.agents/skills/e/SKILL.md": { link: "real.md" },
    "project/.agents/skills/e/real.md": skill("e"),
    "project/.agents/skills/f/SKILL.md": Buffer.from([...Buffer.from(skill("f")), 0xff]),
  })
  expect(others).toEqual([
    "a skipped: it has no frontmatter",
    "b skipped: it accepts only skills with a description",
    `${"c".repeat(65)} skipped: it does not accept names over 64 characters`,
    "d skipped: duplicate key in line 4",
    "e skipped: it does not follow a link to a SKILL.md",
    "f skipped: it accepts only UTF-8 files",
  ])
})

test("a link to a SKILL.md that Codex skips does not hide the file it points to; for Gemini CLI the last path wins", async () => {
  const files = {
    "project/.agents/skills/a-link/SKILL.md": { link: "../b-file/SKILL.md" },
    "project/.agents/skills/b-file/SKILL.md": skill("b"),
  }
  const codex = await listing("codex", files)
  expect(codex.shown).toEqual(["b project/.agents/skills/b-file"])
  expect((await listing("gemini", files)).shown).toEqual(["b project/.agents/skills/a-link"])
})

test("Codex's texts are one line of at most 1,024 characters", async () => {
  const { entries } = await listing("codex", {
    "project/.agents/skills/a/SKILL.md": skill("a", `"one   two\\n\u00a0three"`),
    "project/.agents/skills/b/SKILL.md": skill("b", "x".repeat(1025)),
    "project/.agents/skills/c/SKILL.md": "---\nname: >\n  two\n  words\ndescription: d\n---\n",
  })
  expect(entries.map(({ name, text }) => [name, text])).toEqual([
    ["a", "one two three"],
    ["b", `${"x".repeat(1021)}...`],
    ["two words", "d"],
  ])
})

test("Codex's settings and agents/openai.yaml switch skills off or out of the list", async () => {
  const { shown, others } = await listing("codex", {
    "home/.codex/config.toml": `${off('path = "~/.agents/skills/by-path/SKILL.md"')}${off('name = "by-name"')}${off('name = "both"\npath = "/x/SKILL.md"')}`,
    "project/.codex/config.toml": off('name = "by-project"'),
    "home/.agents/skills/by-path/SKILL.md": skill("by-path"),
    "project/.agents/skills/both/SKILL.md": skill("both"),
    "project/.agents/skills/by-name/SKILL.md": skill("by-name"),
    "project/.agents/skills/by-project/SKILL.md": skill("by-project"),
    "project/.agents/skills/explicit/SKILL.md": skill("explicit"),
    "project/.agents/skills/explicit/agents/openai.yaml": "policy:\n  allow_implicit_invocation: false\n",
    "project/.agents/skills/other/SKILL.md": skill("other"),
    "project/.agents/skills/other/agents/openai.yaml": "policy:\n  products: [chatgpt]\n",
    "project/.agents/skills/broken/SKILL.md": skill("broken"),
    "project/.agents/skills/broken/agents/openai.yaml": "policy: [\n",
    "project/.agents/skills/unknown/SKILL.md": skill("unknown"),
    "project/.agents/skills/unknown/agents/openai.yaml": "policy:\n  products: [ChatGPT]\n",
  })
  expect(shown.map((line) => line.split(" ")[0])).toEqual(["both", "broken", "by-project", "unknown"])
  expect(others).toEqual([
    "by-name off: switched off in the settings",
    "explicit user-only: agents/openai.yaml sets allow_implicit_invocation to false",
    "other off: agents/openai.yaml offers it to other products only",
    "by-path off: switched off in the settings",
  ])
  const none = await listing("codex", {
    "home/.codex/config.toml": "[skills]\ninclude_instructions = false\n",
    "project/.agents/skills/a/SKILL.md": skill("a"),
  })
  expect([none.shown, none.others]).toEqual([[], ["a user-only: set in the settings"]])
})

test("Codex cuts texts in turn, so that short ones stay whole", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => {
      const name = `s${String(at).padStart(3, "0")}`
      return [`project/.agents/skills/${name}/SKILL.md`, skill(name, at % 2 === 0 ? "short" : "w ".repeat(300).trim())]
    }),
  )
  const { entries } = await listing("codex", files)
  const lengths = entries.map(({ text }) => text?.length ?? 0)
  expect(new Set(lengths.filter((_, at) => at % 2 === 0))).toEqual(new Set([5]))
  const cut = lengths.filter((_, at) => at % 2 === 1)
  expect(Math.max(...cut) - Math.min(...cut)).toBeLessThanOrEqual(4)
  const tokens = entries
    .map(({ name, text }) => Math.ceil((`- ${name}: ${text} (file: r0/${name}/SKILL.md)`.length + 1) / 4))
    .reduce((sum, one) => sum + one, 0)
  expect([tokens <= 5440, tokens > 5440 - 200]).toEqual([true, true])
})

test("opencode reads its own directories, .claude and .agents at every level and at home, at any depth, by name", async () => {
  const { shown } = await listing(
    "opencode",
    {
      "project/.opencode/skill/e/SKILL.md": skill("e"),
      "project/.opencode/skills/.dot/SKILL.md": skill("no"),
      "project/pkg/.claude/skills/.dot/SKILL.md": skill("d"),
      "project/.agents/skills/1/2/3/4/5/6/7/8/9/C/SKILL.md": skill("C"),
      "home/.opencode/skills/b/SKILL.md": skill("b"),
      "home/.config/opencode/skills/a/SKILL.md": skill("a"),
    },
    { cwd: "project/pkg" },
  )
  expect(shown.map((line) => line.split(" ")[0])).toEqual(["a", "b", "C", "d", "e"])
})

test("variables switch opencode's external directories off and move its configuration", async () => {
  const files = {
    "home/.claude/skills/a/SKILL.md": skill("a"),
    "home/.agents/skills/b/SKILL.md": skill("b"),
    "home/.config/opencode/skill/c/SKILL.md": skill("c"),
  }
  const names = async (env: object) =>
    (await listing("opencode", files, { env })).shown.map((line) => line.split(" ")[0])
  expect(await names({})).toEqual(["a", "b", "c"])
  expect(await names({ OPENCODE_DISABLE_CLAUDE_CODE_SKILLS: "1" })).toEqual(["b", "c"])
  expect(await names({ OPENCODE_DISABLE_EXTERNAL_SKILLS: "true" })).toEqual(["c"])
  expect(await names({ XDG_CONFIG_HOME: "/nowhere" })).toEqual(["a", "b"])
})

test("opencode needs a name; without a description a skill is not listed, and can be named", async () => {
  const { shown, others } = await listing("opencode", {
    "project/.agents/skills/a/SKILL.md": "---\ndescription: d\n---\n",
    "project/.agents/skills/b/SKILL.md": "---\nname: 42\ndescription: d\n---\n",
    "project/.agents/skills/c/SKILL.md": "---\nname: c\n---\n",
  })
  expect(shown).toEqual([])
  expect(others).toEqual([
    "a skipped: its frontmatter has no name",
    "b skipped: its name is not text",
    "c user-only: it has no description, so the listing leaves it out; its name still loads it",
  ])
})

test("opencode's settings hide skills by pattern and add directories; a project's only tighten", async () => {
  const { shown, others } = await listing("opencode", {
    "home/.config/opencode/opencode.jsonc":
      '{\n  // comments are fine\n  "permission": { "skill": { "*": "allow", "in-*": "deny", "in-ok": "ask" } },\n  "skills": { "paths": ["~/more"] },\n}',
    "project/opencode.json": '{ "permission": { "skill": { "extra": "deny", "in-a": "allow" } } }',
    "home/more/plus/SKILL.md": skill("plus"),
    "project/.agents/skills/in-a/SKILL.md": skill("in-a"),
    "project/.agents/skills/in-ok/SKILL.md": skill("in-ok"),
    "project/.agents/skills/extra/SKILL.md": skill("extra"),
  })
  expect(shown).toEqual(["in-ok project/.agents/skills/in-ok", "plus home/more/plus"])
  expect(others).toEqual(["extra off: switched off in the settings", "in-a off: switched off in the settings"])
})

test("opencode's settings also come from variables, one of which leaves out the project's settings", async () => {
  const files = {
    "home/own.json": '{ "permission": { "skill": { "a": "deny" } } }',
    "project/opencode.json": '{ "permission": { "skill": { "b": "deny" } } }',
    "home/more/plus/SKILL.md": skill("plus"),
    "project/.agents/skills/a/SKILL.md": skill("a"),
    "project/.agents/skills/b/SKILL.md": skill("b"),
  }
  const names = async (env: object) =>
    (await listing("opencode", files, { env })).shown.map((line) => line.split(" ")[0])
  expect(await names({})).toEqual(["a"])
  expect(await names({ OPENCODE_CONFIG: "../home/own.json" })).toEqual([])
  expect(await names({ OPENCODE_CONFIG: "../home/own.json", OPENCODE_DISABLE_PROJECT_CONFIG: "1" })).toEqual(["b"])
  expect(await names({ OPENCODE_CONFIG_CONTENT: '{ "skills": { "paths": ["~/more"] } }' })).toEqual(["a", "plus"])
  expect(await names({ OPENCODE_CONFIG_CONTENT: '{ "permission": { "skill": "deny" } }' })).toEqual([])
  expect(await names({ OPENCODE_CONFIG_CONTENT: "{ broken" })).toEqual(["a"])
})

test.each([
  ["one word for all", '{ "permission": "deny" }', []],
  ["every tool", '{ "permission": { "*": "deny" } }', []],
  ["every tool, but skills", '{ "permission": { "*": "deny", "skill": "allow" } }', ["a", "b"]],
  ["a pattern of tools", '{ "permission": { "sk*": { "a": "deny" } } }', ["b"]],
  ["the older switch", '{ "tools": { "skill": false } }', []],
  ["the agent's own", '{ "agent": { "build": { "permission": { "skill": { "b": "deny" } } } } }', ["a"]],
  ["another agent's", '{ "agent": { "plan": { "permission": { "skill": "deny" } } } }', ["a", "b"]],
])("opencode's permissions: %s", async (_what, settings, names) => {
  const { entries } = await listing("opencode", {
    "project/opencode.json": settings,
    "project/.opencode/skill/a/SKILL.md": skill("a"),
    "project/.opencode/skill/b/SKILL.md": skill("b"),
  })
  expect(entries.map(({ name }) => name)).toEqual(names)
})

test.each([
  [{}, ["agents", "claude", "own"]],
  [{ OPENCODE_DISABLE_CLAUDE_CODE: "1" }, ["agents", "own"]],
  [{ OPENCODE_DISABLE_EXTERNAL_SKILLS: "yes" }, ["own"]],
  [{ OPENCODE_DISABLE_EXTERNAL_SKILLS: "no" }, ["agents", "claude", "own"]],
  [{ OPENCODE_DISABLE_PROJECT_CONFIG: "1" }, ["agents", "claude"]],
  [{ OPENCODE_PERMISSION: '{ "skill": { "agents": "deny" } }' }, ["claude", "own"]],
])("opencode's variables %j", async (env, names) => {
  const files = {
    "project/.opencode/skill/own/SKILL.md": skill("own"),
    "project/.claude/skills/claude/SKILL.md": skill("claude"),
    "project/.agents/skills/agents/SKILL.md": skill("agents"),
  }
  expect((await listing("opencode", files, { env })).entries.map(({ name }) => name)).toEqual(names)
})

test("Gemini CLI reads the working directory's and the user's directories, one level deep; the last copy wins", async () => {
  const files = {
    "project/.agents/skills/up/SKILL.md": skill("up"),
    "project/pkg/.agents/skills/dup/SKILL.md": skill("dup", "last"),
    "project/pkg/.gemini/skills/b/SKILL.md": skill("b"),
    "project/pkg/.gemini/skills/b/deep/SKILL.md": skill("deep"),
    "home/.gemini/skills/dup/SKILL.md": skill("dup", "first"),
    "home/.gemini/skills/a/SKILL.md": skill("a"),
    "home/.gemini/extensions/x/gemini-extension.json": '{ "name": "x", "version": "1.0.0" }',
    "home/.gemini/extensions/x/skills/e/SKILL.md": skill("e"),
    "home/.gemini/extensions/y/gemini-extension.json": '{ "name": "y" }',
    "home/.gemini/extensions/y/skills/no-version/SKILL.md": skill("no-version"),
    "home/.gemini/extensions/z/gemini-extension.json": '{ "name": "z", "version": "1.0.0" }',
    "home/.gemini/extensions/z/skills/switched-off/SKILL.md": skill("switched-off"),
    "home/.gemini/extensions/extension-enablement.json": '{ "z": { "overrides": ["/*", "!/*"] } }',
  }
  expect((await listing("gemini", files, { cwd: "project/pkg" })).shown).toEqual([
    "e home/.gemini/extensions/x/skills/e",
    "dup project/pkg/.agents/skills/dup",
    "a home/.gemini/skills/a",
    "b project/pkg/.gemini/skills/b",
  ])
})

test("GEMINI_CLI_HOME moves both of the user's directories", async () => {
  const { options, at } = garden({
    "moved/.gemini/skills/a/SKILL.md": skill("a"),
    "moved/.agents/skills/b/SKILL.md": skill("b"),
    "home/.agents/skills/no/SKILL.md": skill("no"),
  })
  const env = { ...options.env, GEMINI_CLI_HOME: at("moved") }
  const { skills } = await openSession({ ...options, host: "gemini", env }).catalog()
  expect(skills.map(({ name }) => name)).toEqual(["a", "b"])
})

test("Gemini CLI's names, texts and settings", async () => {
  const { entries, others } = await listing("gemini", {
    "home/.gemini/settings.json": '{ "skills": { "disabled": ["OFF"] } }',
    "project/.agents/skills/a/SKILL.md": skill("x:y/<z>"),
    "project/.agents/skills/b/SKILL.md": skill("b", "|\n  one\n  two"),
    "project/.agents/skills/c/SKILL.md": skill("off"),
    "project/.agents/skills/d/SKILL.md": "---\nname: d\n---\n",
  })
  expect(entries.map(({ name, text }) => [name, text])).toEqual([
    ["b", "one\ntwo\n"],
    ["x-y--z-", "d x:y/<z>"],
  ])
  expect(others).toEqual(["d skipped: its frontmatter has no description", "off off: switched off in the settings"])
})

test("an entry of opencode and Gemini CLI is five lines with its location", async () => {
  for (const host of ["opencode", "gemini"] as const) {
    const { entries } = await listing(host, { "project/.agents/skills/a/SKILL.md": skill("a", "text") })
    expect(entries.map(({ characters, path: file }) => characters - "a".length - "text".length - file.length)).toEqual([
      97,
    ])
  }
})

test("Codex leaves out names that its listing has no room for; a person can still use them", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 700 }, (_, at) => [`project/.agents/skills/s${at}/SKILL.md`, skill(`s${at}`)]),
  )
  const { entries, others } = await listing("codex", files)
  const missing = entries.filter(({ state }) => state === "missing")
  expect([missing.length > 50, entries.length]).toEqual([true, 700])
  expect(others).toHaveLength(missing.length)
  expect(others).toContain(`${missing[0]?.name} user-only: the listing has no room left for its name`)
})

const claudeShows = async (files: Files, env: object = {}) =>
  (await listing("claude", files, { env })).entries.map(({ shown }) => shown)

test("Claude Code shows a second name only if it can be typed, and nothing else has it", async () => {
  const files = {
    "project/.claude/skills/a/SKILL.md": skill("first"),
    "project/.claude/skills/b/SKILL.md": skill("first"),
    "project/.claude/skills/c/SKILL.md": skill("a"),
    "project/.claude/skills/d/SKILL.md": skill("init"),
    "project/.claude/skills/e/SKILL.md": skill("x/y"),
    "project/.claude/skills/f/SKILL.md": skill("Ünï.x_y:z-1"),
  }
  expect(await claudeShows(files)).toEqual(["a (first)", "b", "c", "d", "e", "f (Ünï.x_y:z-1)"])
})

test("a rule that denies some skills leaves Claude Code's listing unchanged; one that denies all removes it", async () => {
  const denying = (rule: string) => ({
    "home/.claude/settings.json": JSON.stringify({ permissions: { deny: [rule] } }),
    "project/.claude/skills/a/SKILL.md": skill("a"),
    "project/.claude/skills/b/SKILL.md": skill("b"),
  })
  const { entries, others } = await listing("claude", denying("Skill(a)"))
  expect(entries.map(({ name }) => name)).toEqual(["a", "b"])
  expect(others).toEqual(["a user-only: a rule denies it to the model"])
  for (const rule of ["Skill", "Skill(*)", "*"]) expect(await claudeShows(denying(rule))).toEqual([])
})

test.each([
  ["Skill(pre:*)", "pre pre-x"],
  ["Skill(pre *)", "pre pre-x"],
  ["Skill(pre)", "pre"],
])("to Claude Code %s names the skills %s", async (rule, named) => {
  const files = Object.fromEntries(
    ["pre", "pre-x", "other"].map((name) => [`project/.claude/skills/${name}/SKILL.md`, skill(name)]),
  )
  const denying = JSON.stringify({ permissions: { deny: [rule] } })
  const { others } = await listing("claude", { "home/.claude/settings.json": denying, ...files })
  expect(others).toEqual(named.split(" ").map((name) => `${name} user-only: a rule denies it to the model`))
  const permissions = { deny: [], ask: [], allow: [rule] }
  expect(["pre", "pre-x", "other"].filter((name) => allowsSkill(permissions, name))).toEqual(named.split(" "))
})

test("a star right after a name allows nothing, as in Claude Code, but denies the prefix", () => {
  expect(allowsSkill({ deny: [], ask: [], allow: ["Skill(pre*)"] }, "pre")).toBe(false)
  expect(deniesSkill({ deny: ["Skill(pre*)"], ask: [], allow: [] }, "pre-x")).toBe(true)
})

test("Claude Code's commands: the user's beat the project's, the nearest wins, and all are one list by name", async () => {
  const files = {
    "home/.claude/commands/dup.md": skill("home"),
    "home/.claude/commands/b.md": skill("home"),
    "project/.claude/commands/dup.md": skill("project"),
    "project/.claude/commands/a.md": skill("project"),
    "project/.claude/commands/c.md": skill("project"),
    "added/.claude/commands/dup.md": skill("added"),
    "added/.claude/commands/d.md": skill("added"),
  }
  const { options, at } = garden(files)
  const { skills } = await openSession({ ...options, host: "claude", cache: false, addDirs: [at("added")] }).catalog()
  expect(skills.map(({ name, path }) => [name, path])).toEqual([
    ["a", at("project/.claude/commands/a.md")],
    ["b", at("home/.claude/commands/b.md")],
    ["c", at("project/.claude/commands/c.md")],
    ["d", at("added/.claude/commands/d.md")],
    ["dup", at("home/.claude/commands/dup.md")],
  ])
})

test("Claude Code lists a plugin's skills and commands only if they say what they are for", async () => {
  const { options, at } = garden({
    "plug/.claude-plugin/plugin.json": '{"name":"plug"}',
    "plug/skills/said/SKILL.md": "---\ndescription: d\n---\nBody.\n",
    "plug/skills/when/SKILL.md": "---\nwhen_to_use: then\n---\nBody.\n",
    "plug/skills/silent/SKILL.md": "Body.\n",
    "plug/commands/quiet.md": "Body.\n",
    "project/.claude/skills/own/SKILL.md": "Body.\n",
  })
  const skillet = openSession({ ...options, host: "claude", cache: false, pluginDirs: [at("plug")] })
  expect((await skillet.listing()).entries.map(({ name }) => name)).toEqual(["own", "plug:said", "plug:when"])
  const unlisted = (await skillet.catalog()).skills.filter(({ status }) => status === "user-only")
  expect(unlisted.map(({ name, isNamed }) => [name, isNamed])).toEqual([
    ["plug:quiet", true],
    ["plug:silent", true],
  ])
})

test("to Claude Code only ** alone means every file, and CLAUDE_CODE_SIMPLE switches all skills off", async () => {
  const paths = { all: "**", files: "'**/*'", star: "'*'", mixed: "'**, *.ts'" }
  const files = Object.fromEntries(
    Object.entries(paths).map(([name, said]) => [
      `project/.claude/skills/${name}/SKILL.md`,
      `---\ndescription: d\npaths: ${said}\n---\nBody\n`,
    ]),
  )
  expect(await claudeShows(files)).toEqual(["all"])
  expect(await claudeShows(files, { CLAUDE_CODE_SIMPLE: "1" })).toEqual([])
})

test("a file over 1 MiB is listed by its frontmatter, and reported as too large", async () => {
  const { options } = garden({ "project/.agents/skills/big/SKILL.md": `${skill("big")}${"text ".repeat(250_000)}` })
  const { skills, problems } = await openSession({ ...options, host: "codex", cache: false }).catalog()
  expect(skills.map(({ name, status }) => [name, status])).toEqual([["big", "active"]])
  expect(problems.map(({ code }) => code)).toEqual(["file.too-large"])
})
