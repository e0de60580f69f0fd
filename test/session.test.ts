import fs from "node:fs"
import { expect, test } from "vitest"
import { garden, skillText } from "./plant.ts"
import { examine } from "../src/doctor/io/examine.ts"
import { explainName } from "../src/catalog/io/skills/explain-name.ts"
import { lintSkills } from "../src/catalog/io/lint/lint-skills.ts"
import { planMigration, runMigration } from "../src/catalog/io/skills/migrate-commands.ts"
import { planNewSkill, writeNewSkill } from "../src/catalog/io/skills/new-skill.ts"
import { openSkillet } from "../src/skillet/open-skillet.ts"
import { showSkill } from "../src/catalog/io/skills/show-skill.ts"

test("show returns the frontmatter, files, digest, tokens and problems of one copy", async () => {
  const { options, plant, at } = garden({
    "project/.agents/skills/a/SKILL.md": "---\nname: a\ndescription: Use when: x\nauthor: me\n---\n\nBody of it.\n",
    "project/.agents/skills/a/references/x.md": "x",
  })
  plant({ "home/.agents/skills/a/SKILL.md": skillText("mine") })
  const skillet = openSkillet(options)
  const shown = await showSkill(skillet, "a")
  expect(shown).toMatchObject({
    ref: "a",
    source: "project",
    status: "active",
    header: { name: "a", description: "Use when: x" },
    unknown: { author: "me" },
    files: [{ path: "SKILL.md" }, { path: "references/x.md", size: 1, executable: false, link: false }],
    shadows: ["a@user"],
    problems: [{ code: "header.unquoted", path: at("project/.agents/skills/a/SKILL.md"), line: 3, column: 14 }],
  })
  expect(await showSkill(skillet, "a@user")).toMatchObject({ status: "shadowed", shadowedBy: "a", description: "mine" })
})

test("a missing skill is reported with similar names and the number of searched directories", async () => {
  const { options } = garden({ "project/.agents/skills/deploy/SKILL.md": skillText("d") })
  await expect(showSkill(openSkillet(options), "deplyo")).rejects.toMatchObject({
    code: "skill.not-found",
    retry: "no",
    next: "did you mean deploy?",
  })
})

test("why shows every copy, the rule that chose, and what each agent would do", async () => {
  const { options, at } = garden({
    "project/.claude/skills/a/SKILL.md": skillText("claude"),
    "project/.agents/skills/a/SKILL.md": skillText("agents", "name: a\n"),
    "home/.claude/skills/a/SKILL.md": skillText("user"),
  })
  const explained = await explainName(openSkillet(options), "a")
  expect(explained.copies.map(({ path, fate, usedBy }) => [path, fate, usedBy])).toEqual([
    [at("project/.agents/skills/a/SKILL.md"), "winner", ["open", "codex", "opencode", "gemini"]],
    [at("project/.claude/skills/a/SKILL.md"), "shadowed", []],
    [at("home/.claude/skills/a/SKILL.md"), "shadowed", ["claude"]],
  ])
  expect(explained.hosts.map(({ host, answer }) => [host, answer])).toEqual([
    ["open", "uses it, hiding a@project#2, a@user"],
    ["claude", "uses it, hiding a@project"],
    ["codex", "uses it"],
    ["opencode", "uses it; skips a@project: its frontmatter has no name; skips a@user: its frontmatter has no name"],
    ["gemini", "uses it"],
  ])
})

test.each(["a@nope", "a@managed", "a#9@x", "a@project#7"])("why does not know %j, which names no copy", async (ref) => {
  const { options } = garden({ "project/.agents/skills/a/SKILL.md": skillText("agents") })
  await expect(explainName(openSkillet(options), ref)).rejects.toMatchObject({ code: "skill.not-found" })
})

test("why finds a skill whose name has an @, and names the copies if there is no such copy", async () => {
  const { options } = garden({
    "project/.agents/skills/a@beta/SKILL.md": skillText("beta", "name: a@beta\n"),
    "project/.agents/skills/b/SKILL.md": skillText("b"),
  })
  expect((await explainName(openSkillet(options), "a@beta")).name).toBe("a@beta")
  await expect(explainName(openSkillet(options), "b@nope")).rejects.toMatchObject({ next: "the copies are b@project" })
})

test("why lists a copy that an agent uses before one that it skips, wherever they are", async () => {
  const { options, at } = garden({
    "project/.opencode/skills/a/SKILL.md": skillText("without a name"),
    "project/.claude/skills/a/SKILL.md": skillText("claude", "name: a\n"),
  })
  const { copies, hosts } = await explainName(openSkillet({ ...options, host: "opencode" }), "a")
  expect(copies.map(({ path, fate, rule }) => [path, fate, rule])).toEqual([
    [at("project/.claude/skills/a/SKILL.md"), "winner", "the only copy of this name"],
    [at("project/.opencode/skills/a/SKILL.md"), "skipped", "its frontmatter has no name"],
  ])
  expect(hosts.find(({ host }) => host === "opencode")?.paths).toEqual(copies.map(({ path }) => path))
})

test("a name that ends with a line break is found as people type it, and hosts that use another name say so", async () => {
  const { options } = garden({
    "project/.agents/skills/dir/SKILL.md": "---\nname: >\n  folded\ndescription: d\n---\nBody.\n",
  })
  const explained = await explainName(openSkillet({ ...options, host: "gemini" }), "folded")
  expect(explained.copies.map(({ fate, usedBy }) => [fate, usedBy])).toEqual([
    ["winner", ["gemini", "codex", "opencode"]],
  ])
  expect((await showSkill(openSkillet({ ...options, host: "opencode" }), "folded")).description).toBe("d")
  const [copy] = (await explainName(openSkillet(options), "folded")).copies
  expect([copy?.fate, copy?.rule]).toEqual(["unseen", "open calls it dir"])
})

test("doctor finds unseen skills, missing files and hidden copies", async () => {
  const { options } = garden({
    "project/.agents/skills/a/SKILL.md": "---\nname: b\ndescription: d\n---\nSee references/gone.md.\n",
    "project/.claude/skills/a/SKILL.md": skillText("hidden"),
    "project/.github/skills/lost/SKILL.md": skillText("lost"),
    "project/.claude/skills/outer/SKILL.md": skillText("outer"),
    "project/.claude/skills/outer/inner/SKILL.md": skillText("inner"),
  })
  const found = await examine(openSkillet({ ...options, cache: false }))
  expect(found.problems.map(({ code, level }) => `${level} ${code}`)).toEqual([
    "warning source.unseen",
    "warning catalog.shadowed",
    "warning body.missing-file",
    "note name.differs",
    "note source.other-agents",
  ])
  expect(found.machine).toMatchObject({ nodeIsNewEnough: true, cache: "off" })
})

test("lint --fix writes the safe repairs and leaves the rest", async () => {
  const { options, at } = garden({
    "project/.agents/skills/a/SKILL.md": "---\nname: a\ndescription: Use when: x\n---\nSee references/no.md\n",
  })
  const report = await lintSkills(openSkillet(options), { paths: [], fix: true })
  expect(report).toMatchObject({
    files: 1,
    fixed: [{ codes: ["header.unquoted"] }],
    problems: [{ code: "body.missing-file" }],
  })
  expect(fs.readFileSync(at("project/.agents/skills/a/SKILL.md"), "utf8")).toBe(
    '---\nname: a\ndescription: "Use when: x"\n---\nSee references/no.md\n',
  )
})

test("commands become skills: planned first, then written, their old names still good", async () => {
  const { options, at } = garden({
    "project/.claude/commands/ops/hotfix.md":
      "---\ndescription: Fix: now\nargument-hint: [what]\n---\n\nFix $ARGUMENTS.\n",
    "project/.claude/commands/plain.md": "# Plain\n\nDo it.\n",
    "project/.claude/commands/taken.md": "x",
    "project/.claude/skills/taken/SKILL.md": skillText("taken"),
    "home/.claude/commands/mine.md": "mine",
  })
  const plan = await planMigration(openSkillet({ ...options, cache: false }))
  expect(plan.moves.map(({ command, name }) => `${command} → ${name}`)).toEqual([
    "plain → plain",
    "ops:hotfix → ops-hotfix",
  ])
  expect(plan.problems).toMatchObject([{ code: "source.legacy", path: at("project/.claude/commands/taken.md") }])
  expect(fs.existsSync(at("project/.claude/skills/plain"))).toBe(false)
  runMigration(plan.moves)
  expect(fs.readFileSync(at("project/.claude/skills/ops-hotfix/SKILL.md"), "utf8")).toBe(
    '---\nname: ops-hotfix\naliases:\n  - "ops:hotfix"\ndescription: "Fix: now"\nargument-hint: [what]\n---\n\nFix $ARGUMENTS.\n',
  )
  expect(fs.readFileSync(at("project/.claude/skills/plain/SKILL.md"), "utf8")).toBe(
    "---\nname: plain\ndescription: Do it.\n---\n\n# Plain\n\nDo it.\n",
  )
  expect(await openSkillet({ ...options, cache: false }).resolve("ops:hotfix")).toMatchObject({
    kind: "winner",
    skill: { name: "ops-hotfix" },
  })
  expect(fs.existsSync(at("project/.claude/commands/plain.md"))).toBe(false)
  expect(fs.readdirSync(at("project/.claude/commands"))).toEqual(["taken.md"])
})

test.each([
  ["is not UTF-8", Buffer.from("---\ndescription: Caf\xe9\n---\nbody\n", "latin1")],
  ["has an indented header", "---\n  description: d\n  model: opus\n---\nbody\n"],
  ["has a header in braces", "---\n{description: flow, model: opus}\n---\nbody\n"],
  ["has a folded name", "---\nname: >-\n  My long\n  name\ndescription: d\n---\nbody\n"],
  ["has aliases of its own", "---\ndescription: d\naliases: [x]\n---\nbody\n"],
])("a command that %s is not moved, and the reason is reported", async (_, content) => {
  const { options, at } = garden({ "project/.claude/commands/ops/odd.md": content })
  const plan = await planMigration(openSkillet({ ...options, cache: false }))
  expect(plan.moves).toEqual([])
  expect(plan.problems).toMatchObject([{ code: "source.legacy", path: at("project/.claude/commands/ops/odd.md") }])
})

test("lint --fix is not misled by planted links", async () => {
  const { options, plant, at } = garden({
    victim: "precious",
    "project/.agents/skills/a/SKILL.md": "---\nname: a\ndescription: Use when: y\n---\nbody\n",
  })
  plant(
    Object.fromEntries(
      Array.from({ length: 50 }, (_, nth) => [
        `project/.agents/skills/a/SKILL.md.${process.pid + nth}.tmp`,
        { link: at("victim") },
      ]),
    ),
  )
  expect((await lintSkills(openSkillet(options), { paths: [], fix: true })).fixed).toHaveLength(1)
  expect(fs.readFileSync(at("victim"), "utf8")).toBe("precious")
  expect(fs.lstatSync(at("project/.agents/skills/a/SKILL.md")).isFile()).toBe(true)
})

test("lint reports what it could not read, and continues", async () => {
  const { options, plant } = garden({ "project/sk/good/SKILL.md": skillText("d", "name: good\n") })
  plant({ "project/sk/gone/SKILL.md": { link: "nope" }, "project/sk/folder/SKILL.md/x": "x" })
  const { files, problems } = await lintSkills(openSkillet(options), { paths: ["sk"] })
  expect([files, problems.map(({ code }) => code)]).toEqual([1, ["file.not-regular", "source.broken-link"]])
})

test("an empty or relative HOME never leads into the workspace", async () => {
  const { options, project } = garden({ "project/.agents/skills/a/SKILL.md": skillText("d") })
  for (const HOME of ["", "here"]) {
    const skillet = openSkillet({ ...options, env: { ...options.env, HOME, XDG_CACHE_HOME: "" }, cache: false })
    expect(skillet.around.home.startsWith("/") && !skillet.around.home.startsWith(project)).toBe(true)
  }
})

test("a host that does not exist is a failure with the choices", () => {
  expect(() => openSkillet({ host: "bogus" as never })).toThrow(expect.objectContaining({ code: "host.unknown" }))
})

test("a new skill is written once, where its agent looks, and lint names what is left to fill in", async () => {
  const { options, at } = garden()
  const skillet = openSkillet(options)
  const plan = await planNewSkill(skillet, { name: "tidy-up", description: "Tidy: all of it" })
  writeNewSkill(plan)
  expect(plan.path).toBe(at("project/.agents/skills/tidy-up/SKILL.md"))
  expect((await lintSkills(openSkillet(options), { paths: [plan.path] })).problems).toMatchObject([
    { code: "body.todo", line: 10 },
  ])
  expect(() => writeNewSkill(plan)).toThrow(expect.objectContaining({ code: "new.exists" }))
  await expect(planNewSkill(skillet, { name: "tidy-up", description: "Tidy: all of it" })).rejects.toMatchObject({
    code: "new.exists",
  })
  await expect(planNewSkill(skillet, { name: "Tidy Up" })).rejects.toMatchObject({ code: "name.rules" })
  const own = await planNewSkill(openSkillet({ ...options, host: "claude" }), { name: "x", user: true })
  expect(own.path).toBe(at("home/.claude/skills/x/SKILL.md"))
})

test("creating a skill reports which agents find it, and an existing skill of the same name", async () => {
  const { options } = garden({ "home/.agents/skills/tidy/SKILL.md": skillText("Tidies.") })
  const skillet = openSkillet(options)
  const plan = await planNewSkill(skillet, { name: "tidy" })
  expect(plan.seenBy).toEqual(["open", "codex", "opencode", "gemini"])
  expect(plan.clashesWith).toBe("tidy")
  expect((await planNewSkill(skillet, { name: "other", into: "elsewhere" })).seenBy).toEqual([])
})

test("a new skill with a procedure passes the check as it is", async () => {
  const { options } = garden()
  writeNewSkill(await planNewSkill(openSkillet(options), { name: "tidy", workflow: true, description: "Tidies." }))
  const { problems } = await openSkillet(options).workflows.open("tidy")
  expect(problems).toEqual([])
})

test("doctor names the skills of the main checkout that a git worktree does not have", async () => {
  const { options, plant, at } = garden({
    "project/.agents/skills/tracked/SKILL.md": skillText("t"),
    "main/.agents/skills/tracked/SKILL.md": skillText("t"),
    "main/.agents/skills/mine/SKILL.md": skillText("m"),
    "main/.claude/skills/also-mine/SKILL.md": skillText("a"),
    "main/.git/worktrees/w/HEAD": "ref: refs/heads/w\n",
    "main/.git/worktrees/w/commondir": "../..\n",
  })
  fs.rmSync(at("project/.git"), { recursive: true, force: true })
  plant({
    "main/.git/worktrees/w/gitdir": `${at("project/.git")}\n`,
    "project/.git": `gitdir: ${at("main/.git/worktrees/w")}\n`,
  })
  const notes = async () => {
    const { problems } = await examine(openSkillet(options))
    return problems.filter(({ code }) => code === "source.other-checkout")
  }
  expect(await notes()).toEqual([
    {
      code: "source.other-checkout",
      level: "note",
      path: at("main"),
      message: "this git worktree does not have 2 skills of the main checkout: also-mine, mine",
      fix: "commit them, copy them here, or keep them in your home directory, which every worktree sees",
    },
  ])
  plant({
    "project/.agents/skills/mine/SKILL.md": skillText("m"),
    "project/.claude/skills/also-mine/SKILL.md": skillText("a"),
  })
  expect(await notes()).toEqual([])
})
