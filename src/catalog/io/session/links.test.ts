import { spawn } from "node:child_process"
import fs from "node:fs"
import { expect, test } from "vitest"
import { garden, skillText } from "../../../../test/plant.ts"
import { auditSkills } from "../../../audit/io/audit-skills.ts"
import { examine } from "../../../doctor/io/examine.ts"
import { lintSkills } from "../lint/lint-skills.ts"
import { matchSkills } from "../skills/match-skills.ts"
import { planMigration } from "../skills/migrate-commands.ts"
import { openSession } from "./open-session.ts"
import type { SkilletOptions } from "./options.ts"
import { resolveSkills } from "../../../review/io/resolve/resolve-skills.ts"
import { showSkill } from "../skills/show-skill.ts"
import { approve, planApproval } from "../skills/trust-skills.ts"
import { readTrust, requireCopy } from "../skills/read-trust.ts"

const secret = skillText("canary-4711").replace("The body of it.", "canary-4711")
const session = (options: SkilletOptions) => openSession({ ...options, cache: false })

async function catalogOf(options: SkilletOptions) {
  const { skills, problems } = await session(options).catalog()
  return {
    skills: skills.filter(({ source }) => source !== "bundled").map(({ name, source }) => `${name} ${source}`),
    problems: problems.map(({ code, path, message }) => ({ code, path, message })),
  }
}

test.each([
  ["SKILL.md", "project/.claude/skills/a/SKILL.md", "../../../../outside/a/SKILL.md", "outside/a/SKILL.md"],
  ["a skill's directory", "project/.claude/skills/a", "../../../outside/a", "outside/a"],
  ["the directory of skills", "project/.claude/skills", "../../outside", "outside"],
  ["the directory above it", "project/.claude", "../outside/dot", "outside/dot/skills"],
  ["a flat skill", "project/.claude/skills/a.md", "../../../outside/a/SKILL.md", "outside/a/SKILL.md"],
  ["a command", "project/.claude/commands/a.md", "../../../outside/a/SKILL.md", "outside/a/SKILL.md"],
  ["a directory of commands", "project/.claude/commands/x", "../../../outside/a", "outside/a"],
])("a project's link that leaves it is a problem with its target, which is not read: %s", async (_, link, to, real) => {
  const { options, at } = garden({
    "outside/a/SKILL.md": secret,
    "outside/dot/skills/a/SKILL.md": secret,
    [link]: { link: to },
  })
  const { skills, problems } = await catalogOf(options)
  expect(skills).toEqual([])
  expect(problems.filter(({ code }) => code === "source.link-leaves").length).toBeGreaterThan(0)
  for (const { message } of problems) expect(message).toContain(`points to ${at(real)}`)
  const skillet = session(options)
  const answers = [
    await matchSkills(skillet, "canary-4711"),
    await auditSkills(skillet),
    await lintSkills(skillet, { paths: [] }),
    await lintSkills(skillet, { paths: [at("project")] }),
    await auditSkills(skillet, { paths: [at("project")] }),
    await examine(skillet),
    await resolveSkills(skillet, "a"),
  ]
  expect(JSON.stringify(answers)).not.toContain("canary-4711 ")
  expect(JSON.stringify(answers.slice(1))).not.toContain("canary-4711")
})

test("a link to a secret is not read even if it is named on the command line", async () => {
  const { options, at } = garden({
    "outside/secret": "root:canary-4711",
    "project/.claude/skills/a/SKILL.md": { link: "../../../../outside/secret" },
    "download/a/SKILL.md": { link: "../../outside/secret" },
  })
  const skillet = session(options)
  for (const file of ["project/.claude/skills/a/SKILL.md", "download/a/SKILL.md", "download/a", "download"]) {
    const linted = await lintSkills(skillet, { paths: [at(file)] })
    expect(linted.problems).toMatchObject([{ code: "source.link-leaves" }])
    const audited = await auditSkills(skillet, { paths: [at(file)] })
    expect(audited.findings).toMatchObject([{ rule: "parser.escape", severity: "major" }])
    expect(JSON.stringify([linted, audited])).not.toContain("canary-4711")
  }
})

test("a skill's link out of the project is reported with its target, and a link inside the project is not", async () => {
  const { options, at } = garden({
    "outside/secret": "canary-4711",
    "project/shared/x.md": "x",
    "project/.claude/skills/a/SKILL.md": skillText("a"),
    "project/.claude/skills/a/references/secret.md": { link: "../../../../../outside/secret" },
    "project/.claude/skills/a/references/x.md": { link: "../../../../shared/x.md" },
  })
  const leaves = { code: "source.link-leaves", path: at("project/.claude/skills/a/references/secret.md") }
  const skillet = session(options)
  expect((await showSkill(skillet, "a")).problems).toMatchObject([leaves])
  expect((await lintSkills(skillet, { paths: [] })).problems).toMatchObject([leaves])
})

test("links inside the project, and the user's and the machine's links, may point anywhere", async () => {
  const { options } = garden({
    "project/lib/a/SKILL.md": skillText("a"),
    "project/.claude/skills/a": { link: "../../lib/a" },
    "outside/b/SKILL.md": skillText("b"),
    "outside/c.md": skillText("c"),
    "home/.claude/skills/b": { link: "../../../outside/b" },
    "home/.agents/skills": { link: "../../outside" },
    "managed/.claude/skills/c/SKILL.md": { link: "../../../../outside/c.md" },
  })
  const { skills, problems } = await catalogOf(options)
  expect(skills).toEqual(["c managed", "a project", "b user"])
  expect(problems).toEqual([])
})

test("a home without a repository is still the user's own when work is done below it", async () => {
  const { options, at } = garden({
    "outside/b/SKILL.md": skillText("b"),
    "home/.claude/skills/b": { link: "../../../outside/b" },
    "home/code/x": "",
  })
  expect(await catalogOf({ ...options, cwd: at("home/code") })).toMatchObject({ problems: [] })
})

test("a plugin's links stay in the plugin", async () => {
  const { options, at } = garden({
    "outside/a/SKILL.md": secret,
    "home/.claude/plugins/cache/m/p/1.0.0/skills/a/SKILL.md": { link: "../../../../../../../../../outside/a/SKILL.md" },
    "home/.claude/plugins/cache/m/p/1.0.0/skills/b": { link: "../lib/b" },
    "home/.claude/plugins/cache/m/p/1.0.0/lib/b/SKILL.md": skillText("b"),
    "plug/skills/c": { link: "../../outside/a" },
    "plug/commands/d.md": { link: "../../outside/a/SKILL.md" },
    "project/x": "",
  })
  const { skills, problems } = await catalogOf({ ...options, pluginDirs: [at("plug")] })
  expect(skills).toEqual(["p:b plugin"])
  expect(problems.map(({ code, path }) => [code, path])).toEqual([
    ["source.link-leaves", at("plug/skills/c")],
    ["source.link-leaves", at("home/.claude/plugins/cache/m/p/1.0.0/skills/a/SKILL.md")],
    ["source.link-leaves", at("plug/commands/d.md")],
  ])
})

test("directories that were named keep their links in them, or in the project they are part of", async () => {
  const { options, at } = garden({
    "outside/a/SKILL.md": secret,
    "project/lib/b/SKILL.md": skillText("b"),
    "project/shelf/a": { link: "../../outside/a" },
    "project/shelf/b": { link: "../lib/b" },
    "more/.claude/skills/c": { link: "../../../outside/a" },
  })
  const { skills, problems } = await catalogOf({ ...options, skillsDirs: ["shelf"], addDirs: [at("more")] })
  expect(skills).toEqual(["b added"])
  expect(problems.map(({ path }) => path)).toEqual([at("project/shelf/a"), at("more/.claude/skills/c")])
})

test.each([
  ["the skill's directory", "project/.claude/skills/mine", "../../../home/.claude/skills/mine"],
  ["its SKILL.md", "project/.claude/skills/mine/SKILL.md", "../../../../home/.claude/skills/mine/SKILL.md"],
])("a project's link to a skill of the user's is followed once the user approved it: %s", async (_, link, to) => {
  const { options, at } = garden({
    "home/.claude/skills/mine/SKILL.md": skillText("mine"),
    "home/.claude/skills/other/SKILL.md": skillText("other"),
    [link]: { link: to },
  })
  const before = await session(options).catalog()
  expect(before.skills.find(({ name }) => name === "mine")?.source).toBe("user")
  expect(before.problems).toMatchObject([
    {
      code: "source.link-leaves",
      fix: `it points to one of your own skills: skillet trust add ${at("project/.claude/skills/mine")} allows it`,
    },
  ])
  const asking = session({ ...options, links: "own" })
  approve(asking, await planApproval(asking, at("project/.claude/skills/mine")))
  const skillet = session(options)
  const { skills, problems } = await skillet.catalog()
  const mine = skills.find(({ name }) => name === "mine")
  expect(mine).toMatchObject({ source: "project", path: at("project/.claude/skills/mine/SKILL.md") })
  expect(problems).toEqual([])
  expect(
    readTrust(skillet, await requireCopy(skillet, mine?.path ?? ""), await skillet.read(mine?.path ?? "")).trust,
  ).toBe("shared")
})

test("an approval covers its own skill, not the user's whole directory", async () => {
  const { options, at } = garden({
    "home/.claude/skills/mine/SKILL.md": skillText("mine"),
    "home/.claude/skills/private/SKILL.md": skillText("private"),
    "project/.claude/skills": { link: "../../home/.claude/skills" },
  })
  const asking = session({ ...options, links: "own" })
  approve(asking, await planApproval(asking, "mine"))
  const { skills, problems } = await session(options).catalog()
  const bySource = skills.filter(({ source }) => source !== "bundled").map(({ name, source }) => `${name} ${source}`)
  expect(bySource).toEqual(["mine project", "private user"])
  expect(problems).toMatchObject([{ path: at("project/.claude/skills/private/SKILL.md") }])
})

test.each([
  ["node_modules/x/a.js", "node_modules/x"],
  ["packages/y/node_modules/x/a.js", "packages/y/node_modules/x"],
  [".git/x/a", ".git/x"],
  ["build/out/a.js", "build/out"],
  ["packages/y/gen/a.js", "packages/y/gen"],
  ["local/a.js", "local"],
])("touching %s does not make skills from there available", async (touched, folder) => {
  const { options } = garden({
    "project/.gitignore": "build/\n",
    "project/packages/.gitignore": "/y/gen\n",
    "project/.git/info/exclude": "local\n",
    [`project/${folder}/.claude/skills/theirs/SKILL.md`]: skillText("theirs"),
    "project/packages/ours/.claude/skills/ours/SKILL.md": skillText("ours"),
  })
  expect(await catalogOf({ ...options, touched: [touched, "packages/ours/b.js"] })).toMatchObject({
    skills: ["ours project"],
  })
})

test("a file that a nearer .gitignore re-includes is not ignored", async () => {
  const { options } = garden({
    "project/.gitignore": "gen\n",
    "project/packages/.gitignore": "!gen\n",
    "project/packages/gen/.claude/skills/ours/SKILL.md": skillText("ours"),
  })
  expect((await catalogOf({ ...options, touched: ["packages/gen/a.js"] })).skills).toEqual(["ours project"])
})

test("a command in a linked directory is not moved", async () => {
  const { options, at } = garden({
    "project/lib/ops/hotfix.md": "Fix it.\n",
    "project/.claude/commands/ops": { link: "../../lib/ops" },
    "project/.claude/commands/plain.md": "Plain.\n",
  })
  const { moves, problems } = await planMigration(session(options))
  expect(moves.map(({ command }) => command)).toEqual(["plain"])
  expect(problems).toMatchObject([
    { message: `this command was not moved: ${at("project/.claude/commands/ops")} is a link; move what it points to` },
  ])
  fs.mkdirSync(at("project/lib/skills"))
  fs.symlinkSync("../lib/skills", at("project/.claude/skills"))
  expect((await planMigration(session(options))).moves).toEqual([])
})

test("commands reached by a link out of the project are not moved, and this is reported", async () => {
  const { options, at } = garden({
    "outside/ops/hotfix.md": "Fix it.\n",
    "project/.claude/commands": { link: "../../outside/ops" },
  })
  const { moves, problems } = await planMigration(session(options))
  expect(moves).toEqual([])
  expect(problems).toMatchObject([{ code: "source.link-leaves", path: at("project/.claude/commands") }])
})

test("while a project's file, directory and links are swapped again and again, nothing outside is ever read", async () => {
  const { options, at } = garden({
    "project/.claude/skills/a/SKILL.md": skillText("fine"),
    "outside/a/SKILL.md": secret,
  })
  const script = `
    const fs = require("fs"); const [folder, outside] = process.argv.slice(1)
    const end = Date.now() + 2500; let swaps = 0
    while (Date.now() < end) {
      fs.symlinkSync(outside, folder + ".new"); fs.renameSync(folder, folder + ".old"); fs.renameSync(folder + ".new", folder)
      fs.rmSync(folder); fs.renameSync(folder + ".old", folder)
      fs.symlinkSync(outside + "/SKILL.md", folder + "/new"); fs.renameSync(folder + "/SKILL.md", folder + "/old")
      fs.renameSync(folder + "/new", folder + "/SKILL.md"); fs.renameSync(folder + "/old", folder + "/SKILL.md"); swaps++
    }
    console.log(swaps)`
  const racer = spawn(process.execPath, ["-e", script, at("project/.claude/skills/a"), at("outside/a")], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = new Promise<number>((resolve) => racer.stdout.on("data", (chunk) => resolve(Number(chunk))))
  let isDone = false
  void ended.then(() => {
    isDone = true
  })
  const seen = new Set<string>()
  while (!isDone) {
    const skillet = session(options)
    for (const { name, path, description } of (await skillet.catalog()).skills) {
      seen.add(description)
      if (name === "a") seen.add(await skillet.read(path).catch(() => "refused"))
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await ended).toBeGreaterThan(100)
  expect([...seen].filter((text) => text.includes("canary"))).toEqual([])
  expect(seen).toContain("fine")
})
