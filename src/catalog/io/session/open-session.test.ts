import { execFileSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { garden, skillText } from "../../../../test/plant.ts"
import { memorySource } from "../../../testing/memory-source.ts"
import { openSession } from "./open-session.ts"
import type { SkilletOptions } from "./options.ts"

async function listed(options: SkilletOptions) {
  const { skills, shadowed, duplicates, problems } = await openSession({ ...options, cache: false }).catalog()
  return {
    skills: skills
      .filter(({ source }) => source !== "bundled")
      .map(({ ref, source, status }) => `${ref} ${source}${status === "active" ? "" : ` ${status}`}`),
    shadowed: shadowed.map(({ ref, by, rule }) => `${ref} by ${by}: ${rule}`),
    duplicates: duplicates.map(({ name, of }) => `${name} = ${of}`),
    problems: problems.map(({ code, path: at }) => `${code} ${path.basename(path.dirname(at))}/${path.basename(at)}`),
  }
}

test("the open order: managed, project, user, bundled, commands; at one level .agents before .claude", async () => {
  const { options, root } = garden({
    "managed/.claude/skills/a/SKILL.md": skillText("managed"),
    "project/.claude/skills/a/SKILL.md": skillText("project"),
    "project/.claude/skills/b/SKILL.md": skillText("project claude"),
    "project/.agents/skills/b/SKILL.md": skillText("project agents"),
    "home/.claude/skills/b/SKILL.md": skillText("user"),
    "home/.agents/skills/c/SKILL.md": skillText("user"),
    "project/.claude/commands/c.md": skillText("command"),
  })
  const { skills, shadowed } = await listed(options)
  expect(skills).toEqual(["a managed", "b project", "c user"])
  expect(shadowed.map((line) => line.replaceAll(root, ""))).toEqual([
    "a@project by a: managed takes precedence over project",
    "b@project#2 by b: /project/.agents/skills is searched before /project/.claude/skills",
    "b@user by b: project takes precedence over user",
    "c@commands by c: skills take precedence over commands",
  ])
})

test("profile claude puts the user before the project", async () => {
  const { options } = garden({
    "project/.claude/skills/a/SKILL.md": skillText("project"),
    "home/.claude/skills/a/SKILL.md": skillText("user"),
  })
  expect((await listed({ ...options, host: "claude" })).skills).toEqual(["a user"])
})

test("codex keeps every copy, each with its own reference", async () => {
  const { options } = garden({
    "project/.agents/skills/a/SKILL.md": skillText("project"),
    "home/.agents/skills/a/SKILL.md": skillText("user"),
  })
  expect((await listed({ ...options, host: "codex" })).skills).toEqual(["a project", "a@user user"])
})

test("a codex skill without a description is skipped, and stays in the catalog with the reason", async () => {
  const { options } = garden({ "project/.agents/skills/a/SKILL.md": "# Just a body\n" })
  const catalog = await openSession({ ...options, host: "codex", cache: false }).catalog()
  expect(catalog.skills).toMatchObject([{ name: "a", status: "skipped", reason: "it has no frontmatter" }])
})

test("the nearest directory wins, and nothing above the repository is read", async () => {
  const { options, at } = garden({
    "project/.claude/skills/a/SKILL.md": skillText("root"),
    "project/pkg/.claude/skills/a/SKILL.md": skillText("pkg"),
    ".claude/skills/above/SKILL.md": skillText("above"),
  })
  expect((await listed({ ...options, cwd: at("project/pkg") })).skills).toEqual(["a project"])
})

test("a nested directory's skills appear when a file there is touched, with a prefix where the name is taken", async () => {
  const { options } = garden({
    "project/.claude/skills/deploy/SKILL.md": skillText("root"),
    "project/apps/web/.claude/skills/deploy/SKILL.md": skillText("web"),
    "project/apps/web/.claude/skills/only/SKILL.md": skillText("only"),
  })
  expect((await listed(options)).skills).toEqual(["deploy project"])
  expect((await listed({ ...options, touched: ["apps/web/a.txt"] })).skills).toEqual([
    "deploy project",
    "apps/web:deploy project",
    "only project",
  ])
})

test("a conditional skill is listed as such until a matching file is touched, and can be named at any time", async () => {
  const { options } = garden({ "project/.claude/skills/ts/SKILL.md": skillText("ts", "paths: src/**/*.ts\n") })
  expect((await listed(options)).skills).toEqual(["ts project conditional"])
  expect((await listed({ ...options, touched: ["src/a/b.ts"] })).skills).toEqual(["ts project"])
  expect(await openSession({ ...options, cache: false }).resolve("ts")).toMatchObject({ kind: "winner" })
})

test("links are followed, circular ones are cut, broken ones are reported, and each file is loaded once", async () => {
  const { options } = garden({
    "project/.agents/skills/real/SKILL.md": skillText("real"),
    "project/.agents/skills/alias": { link: "real" },
    "project/.agents/skills/self": { link: "." },
    "project/.agents/skills/loop": { link: "loop" },
    "project/.agents/skills/broken": { link: "/nowhere/at/all" },
    "project/.agents/skills/file/SKILL.md": { link: "../../../there.md" },
    "project/.agents/skills/gone/SKILL.md": { link: "nope.md" },
    "project/there.md": skillText("elsewhere"),
  })
  expect(await listed(options)).toEqual({
    skills: ["alias project", "file project"],
    shadowed: [],
    duplicates: ["real = alias"],
    problems: [
      "source.broken-link skills/broken",
      "source.broken-link gone/SKILL.md",
      "source.link-loop skills/loop",
      "source.link-loop skills/self",
    ],
  })
})

test.each(["codex", "opencode", "gemini"] as const)("%s names a SKILL.md that is a broken link once", async (host) => {
  const { options, at } = garden({
    "project/.agents/skills/gone/SKILL.md": { link: "nope.md" },
    "project/.agents/skills/self/SKILL.md": { link: "SKILL.md" },
  })
  const { problems } = await openSession({ ...options, host, cache: false }).catalog()
  expect(problems.map(({ code, path }) => [code, path])).toEqual([
    ["source.broken-link", at("project/.agents/skills/gone/SKILL.md")],
    ["source.broken-link", at("project/.agents/skills/self/SKILL.md")],
  ])
})

test("what is wrong with a file that is reached twice is reported once", async () => {
  const { options } = garden({
    "project/.agents/skills/real/SKILL.md": "---\nname: real\ndescription: 42\n---\nText.\n",
    "project/.agents/skills/two": { link: "real" },
  })
  const { duplicates, problems } = await listed(options)
  expect(duplicates).toEqual(["two = real"])
  expect(problems).toEqual(["header.not-text real/SKILL.md"])
})

test("odd layouts: grouping directories, flat files, other case, node_modules, too deep", async () => {
  const { options } = garden({
    "project/.agents/skills/group/inner/SKILL.md": skillText("grouped"),
    "project/.agents/skills/flat.md": skillText("flat"),
    "project/.agents/skills/README.md": "not a skill",
    "project/.agents/skills/lower/skill.md": skillText("lower"),
    "project/.agents/skills/node_modules/x/SKILL.md": skillText("x"),
    "project/.agents/skills/outer/SKILL.md": skillText("outer"),
    "project/.agents/skills/outer/sub/SKILL.md": skillText("inside"),
    "project/.agents/skills/1/2/3/4/5/6/7/8/SKILL.md": skillText("deep"),
  })
  expect(await listed(options)).toEqual({
    skills: ["flat project", "inner project", "lower project", "outer project"],
    shadowed: [],
    duplicates: [],
    problems: ["file.wrong-case lower/skill.md", "source.too-deep 5/6"],
  })
})

test("legacy commands have namespaces and a problem each", async () => {
  const { options } = garden({
    "project/.claude/commands/ops/hotfix.md": skillText("hotfix"),
    "project/.claude/commands/top.md": "Just do it.\n",
    "project/.claude/commands/UP.MD": "x",
  })
  expect(await listed(options)).toEqual({
    skills: ["ops:hotfix commands", "top commands"],
    shadowed: [],
    duplicates: [],
    problems: [
      "file.wrong-case commands/UP.MD",
      "header.none commands/top.md",
      "source.legacy commands/top.md",
      "source.legacy ops/hotfix.md",
    ],
  })
})

test("of a plugin's versions the highest counts, or the one changed last, and never an orphan", async () => {
  const cache = "home/.claude/plugins/cache/market/tools"
  const { options, at } = garden({
    [`${cache}/1.9.0/skills/x/SKILL.md`]: skillText("nine"),
    [`${cache}/1.10.0/skills/x/SKILL.md`]: skillText("ten"),
    [`${cache}/2.0.0/skills/x/SKILL.md`]: skillText("two"),
    [`${cache}/2.0.0/.orphaned_at`]: "",
  })
  const described = async (more: SkilletOptions) =>
    (await openSession({ ...options, cache: false, ...more }).catalog()).skills
      .filter(({ source }) => source === "plugin")
      .map(({ name, description }) => `${name}: ${description}`)
  expect(await described({})).toEqual(["tools:x: ten"])
  const later = new Date(Date.now() + 60_000)
  fs.utimesSync(at(`${cache}/1.9.0/skills/x/SKILL.md`), later, later)
  expect(await described({ pluginVersions: "mtime" })).toEqual(["tools:x: nine"])
  const latest = new Date(Date.now() + 120_000)
  fs.utimesSync(at(`${cache}/1.10.0`), latest, latest)
  expect(await described({ pluginVersions: "mtime" })).toEqual(["tools:x: nine"])
})

test("a bad plugin affects only itself: a version that leads nowhere, a manifest that is a pipe", async () => {
  const cache = "home/.claude/plugins/cache/market"
  const { options, at, plant } = garden({
    [`${cache}/good/1.0.0/skills/x/SKILL.md`]: skillText("fine"),
    [`${cache}/bad/abc/skills/y/SKILL.md`]: skillText("fine"),
  })
  plant({ [`${cache}/bad/def`]: { link: "/nowhere" }, [`${cache}/pipe/1.0.0/skills/z/SKILL.md`]: skillText("fine") })
  fs.mkdirSync(at(`${cache}/pipe/1.0.0/.claude-plugin`))
  execFileSync("mkfifo", [at(`${cache}/pipe/1.0.0/.claude-plugin/plugin.json`)])
  const { skills, problems } = await listed(options)
  expect(skills).toEqual(["bad:y plugin", "good:x plugin"])
  expect(problems).toEqual(["source.bad-plugin .claude-plugin/plugin.json"])
})

test("a name that is not UTF-8 and oversized project settings are reported, and the rest works", async () => {
  const { options, at } = garden({
    "project/.agents/skills/a/SKILL.md": skillText("a"),
    "project/.skillet/config.yaml": " ".repeat(1024 * 1024 + 1),
  })
  const odd = Buffer.concat([Buffer.from(at("project/.agents/skills/lat")), Buffer.from([0xe9])])
  fs.mkdirSync(odd)
  fs.writeFileSync(Buffer.concat([odd, Buffer.from("/SKILL.md")]), skillText("odd"))
  const { skills, problems } = await listed(options)
  expect(skills).toEqual(["a project"])
  expect(problems).toEqual(["settings.unreadable .skillet/config.yaml", "source.unreadable skills/lat\ufffd"])
})

test("settings switch skills per user and per project; a project's and the machine's can only tighten", async () => {
  const { options } = garden({
    "project/.agents/skills/a/SKILL.md": skillText("a"),
    "project/.agents/skills/b/SKILL.md": skillText("b"),
    "project/.agents/skills/c/SKILL.md": skillText("c"),
    "project/.agents/skills/d/SKILL.md": skillText("d"),
    "home/.config/skillet/config.yaml": "skills: { a: off, b: name-only }\n",
    "project/.skillet/config.yaml": "skills: { a: on, d: off }\nflags: [x]\ntrust: all\n",
    "managed/config.yaml": "skills: { c: user-only, d: on }\n",
  })
  const { skills, problems } = await listed(options)
  expect(skills).toEqual(["a project off", "b project name-only", "c project user-only", "d project off"])
  expect(problems).toEqual(["settings.not-allowed .skillet/config.yaml", "settings.bad-value .skillet/config.yaml"])
})

test("a project's Claude Code settings can tighten, not loosen", async () => {
  const { options } = garden({
    "project/.claude/skills/a/SKILL.md": skillText("a"),
    "project/.claude/skills/b/SKILL.md": skillText("b"),
    "project/.claude/skills/c/SKILL.md": skillText("c"),
    "home/.claude/settings.json": '{ "skillOverrides": { "a": "off" } }',
    "project/.claude/settings.json":
      '{ "skillOverrides": { "a": "on", "b": "user-invocable-only" }, "permissions": { "allow": ["Skill(c)"], "deny": ["Skill(c)"] } }',
  })
  expect((await listed({ ...options, host: "claude" })).skills).toEqual([
    "a project off",
    "b project user-only",
    "c project user-only",
  ])
})

test("a skill that needs a newer Skillet or a flag is off, and says why", async () => {
  const { options } = garden({
    "project/.agents/skills/new/SKILL.md": skillText("new", "requires: { skillet: '>=99' }\n"),
    "project/.agents/skills/old/SKILL.md": skillText("old", "requires: { skillet: '>=0.0.1' }\n"),
    "project/.agents/skills/beta/SKILL.md": skillText("beta", "metadata: { skillet-when: beta }\n"),
  })
  const closed = await listed(options)
  expect(closed.skills).toEqual(["beta project off", "new project off", "old project"])
  expect(closed.problems).toEqual(["skill.needs-newer new/SKILL.md"])
  expect((await listed({ ...options, flags: ["beta"] })).skills).toEqual([
    "beta project",
    "new project off",
    "old project",
  ])
})

test("a source that fails causes one problem, and the others still work", async () => {
  const { options } = garden({ "project/.agents/skills/a/SKILL.md": skillText("a") })
  const broken = {
    ...memorySource({}, { kind: "mcp", label: "server" }),
    list: () => Promise.reject(new Error("connection refused")),
  }
  const catalog = await openSession({
    ...options,
    cache: false,
    sources: [broken, memorySource({ m: skillText("from memory") }, { kind: "mcp" })],
  }).catalog()
  expect(catalog.skills.filter(({ source }) => source !== "bundled").map(({ name }) => name)).toEqual(["a", "m"])
  expect(catalog.problems).toMatchObject([{ code: "source.failed", path: "server" }])
})

test("listing reads no body: a source is asked for text only when a skill is read", async () => {
  const source = memorySource({ a: skillText("a"), b: skillText("b") }, { kind: "mcp" })
  const { options } = garden()
  const skillet = openSession({ ...options, cache: false, sources: [source] })
  await skillet.catalog()
  expect(source.reads).toEqual([])
  await skillet.read("memory/b/SKILL.md")
  expect(source.reads).toEqual(["b"])
})

test("a bare name reaches a plugin's command as it reaches a plugin's skill", async () => {
  const { options, at } = garden({
    "plug/.claude-plugin/plugin.json": '{ "name": "plug" }',
    "plug/skills/tidy/SKILL.md": skillText("skill"),
    "plug/commands/ship.md": skillText("command"),
  })
  const skillet = openSession({ ...options, pluginDirs: [at("plug")], cache: false })
  const reached = await Promise.all(["tidy", "ship"].map((name) => skillet.resolve(name)))
  expect(reached.map((found) => (found.kind === "winner" ? found.skill.name : found.kind))).toEqual([
    "plug:tidy",
    "plug:ship",
  ])
})

test("Claude Code's directories of skills may have plugins in them, of the user and of the directory it is started in", async () => {
  const manifest = (name: string) => JSON.stringify({ name, version: "1.0.0" })
  const { options, at } = garden({
    "home/.claude/skills/mine/.claude-plugin/plugin.json": manifest("kit"),
    "home/.claude/skills/mine/SKILL.md": skillText("beside the manifest"),
    "home/.claude/skills/mine/skills/one/SKILL.md": skillText("one"),
    "home/.claude/skills/mine/commands/two.md": skillText("two"),
    "home/.claude/skills/off/.claude-plugin/plugin.json": manifest("closed"),
    "home/.claude/skills/off/skills/three/SKILL.md": skillText("three"),
    "home/.claude/settings.json": '{ "enabledPlugins": { "closed@skills-dir": false } }',
    "project/.claude/skills/plain/skills/four/SKILL.md": skillText("without a manifest"),
    "project/.claude/skills/bad/.claude-plugin/plugin.json": "{",
    "project/.claude/skills/shared/.claude-plugin/plugin.json": manifest("team"),
    "project/.claude/skills/shared/skills/five/SKILL.md": skillText("five"),
    "project/below/.keep": "",
  })
  const read = (cwd: string) => openSession({ ...options, cwd, host: "claude", cache: false }).catalog()
  const above = await read(at("project"))
  expect(above.skills.map(({ name, source, trust }) => [name, source, trust])).toEqual([
    ["mine", "user", "own"],
    ["kit:two", "plugin", "own"],
    ["kit:one", "plugin", "own"],
    ["team:five", "plugin", "remote"],
  ])
  expect(above.problems.map(({ code }) => code)).toContain("source.bad-plugin")
  expect((await read(at("project/below"))).skills.map(({ name }) => name)).toEqual(["mine", "kit:two", "kit:one"])
})

test("an agent that was started without skills has none", async () => {
  const { options } = garden({ "project/.claude/skills/a/SKILL.md": skillText("d") })
  const { skills } = await openSession({ ...options, host: "claude", skillsOff: true, cache: false }).catalog()
  expect(skills).toEqual([])
})

test("a rule that denies a skill to the model does not change what people may do", async () => {
  const { options } = garden({
    "project/.claude/skills/shared/SKILL.md": skillText("s"),
    "project/.claude/skills/hidden/SKILL.md": skillText("h", "user-invocable: false\n"),
    "home/.claude/settings.json": '{ "permissions": { "deny": ["Skill(shared)", "Skill(hidden)"] } }',
  })
  const { skills } = await openSession({ ...options, host: "claude" }).catalog()
  expect(skills.map(({ name, status, reason }) => [name, status, reason])).toEqual([
    ["hidden", "off", "a rule denies it to the model, and its frontmatter sets user-invocable to false"],
    ["shared", "user-only", "a rule denies it to the model"],
  ])
})
