import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { garden, skillText } from "../../../../test/plant.ts"
import { openSession } from "../session/open-session.ts"
import { findLintFiles } from "./find-lint-files.ts"
import { lintSkills } from "./lint-skills.ts"

const misspelt = skillText("d", "allowed_tools: Read\n")

async function lint(options: Parameters<typeof openSession>[0], paths: readonly string[], fix = false) {
  const session = openSession({ ...options, cache: false })
  const { files } = await findLintFiles(session, paths)
  const names = files.map((file) => path.relative(session.around.cwd, file.path)).sort()
  return { ...(await lintSkills(session, { paths, fix })), names }
}

test("outside a repository only the working directory is the project: what is above it is not read or changed", async () => {
  const { options, at } = garden({
    "home/.claude/skills/above/SKILL.md": misspelt,
    "home/.agents/skills/above/SKILL.md": misspelt,
    "home/.claude/commands/above.md": misspelt,
    "home/work/.agents/skills/here/SKILL.md": misspelt,
  })
  const { names, fixed } = await lint({ ...options, cwd: at("home/work") }, [], true)
  expect(names).toEqual([".agents/skills/here/SKILL.md"])
  expect(fixed.map((one) => path.basename(path.dirname(one.path)))).toEqual(["here"])
  expect(fs.readFileSync(at("home/.claude/skills/above/SKILL.md"), "utf8")).toBe(misspelt)
  expect(fs.readFileSync(at("home/.agents/skills/above/SKILL.md"), "utf8")).toBe(misspelt)
})

test("in a repository the directories up to its top are the project", async () => {
  const { options } = garden({
    "project/.agents/skills/top/SKILL.md": misspelt,
    "project/src/x": "",
  })
  const { names } = await lint({ ...options, cwd: path.join(options.cwd ?? "", "src") }, [])
  expect(names).toEqual(["../.agents/skills/top/SKILL.md"])
})

test("a skill that is named, but is kept elsewhere, is checked and not changed; its path is", async () => {
  const { options, at } = garden({ "home/.agents/skills/mine/SKILL.md": misspelt, "project/x": "" })
  const byName = await lint(options, ["mine"], true)
  expect(byName.fixed).toEqual([])
  expect(byName.notFixed).toEqual([at("home/.agents/skills/mine/SKILL.md")])
  expect(fs.readFileSync(at("home/.agents/skills/mine/SKILL.md"), "utf8")).toBe(misspelt)
  const byPath = await lint(options, [at("home/.agents/skills/mine")], true)
  expect(byPath.fixed).toHaveLength(1)
})

test("a plugin's skill that is named is compared with the name of its directory", async () => {
  const { options, at } = garden({
    "shop/.claude-plugin/plugin.json": '{ "name": "shop" }',
    "shop/skills/pay/SKILL.md": skillText("Use when money moves.", "name: pay\n"),
    "project/x": "",
  })
  const { problems, names } = await lint({ ...options, pluginDirs: [at("shop")] }, ["shop:pay"])
  expect(names).toEqual(["../shop/skills/pay/SKILL.md"])
  expect(problems.map(({ code }) => code)).not.toContain("name.differs")
})

test("a repository of skills is recognised, also as a plugin and as one skill", async () => {
  const many = garden({
    "project/skills/a/SKILL.md": misspelt,
    "project/skills/group/b/SKILL.md": misspelt,
    "project/plugins/p/.claude-plugin/plugin.json": "{}",
    "project/plugins/p/skills/c/SKILL.md": misspelt,
    "project/node_modules/x/skills/d/SKILL.md": misspelt,
  })
  expect((await lint(many.options, [])).names).toEqual([
    "plugins/p/skills/c/SKILL.md",
    "skills/a/SKILL.md",
    "skills/group/b/SKILL.md",
  ])
  const one = garden({ "project/SKILL.md": misspelt, "project/scripts/run.sh": "" })
  expect((await lint(one.options, [])).names).toEqual(["SKILL.md"])
})
