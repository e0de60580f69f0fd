import fc from "fast-check"
import { expect, test } from "vitest"
import { garden, skillText } from "../../../test/plant.ts"
import { openSession } from "../io/session/open-session.ts"
import { listSkillCandidates } from "../../cli/complete.ts"
import { resolveSkill } from "./resolve.ts"

const planted = () =>
  garden({
    "project/.agents/skills/clash/SKILL.md": skillText("project 1"),
    "project/.claude/skills/clash/SKILL.md": skillText("project 2"),
    "home/.agents/skills/clash/SKILL.md": skillText("user 1"),
    "home/.claude/skills/clash/SKILL.md": skillText("user 2"),
    "home/.agents/skills/template/SKILL.md": skillText("user", "aliases: [tpl]\n"),
    "project/.agents/skills/template@user/SKILL.md": skillText("a name that looks like a copy"),
    "project/.agents/skills/mail@work/SKILL.md": skillText("a name with an @"),
    "project/.claude/skills/twin": { link: "../../.agents/skills/clash" },
    "home/.claude/plugins/cache/m/web/1.0.0/skills/testing/SKILL.md": skillText("plugin"),
    "project/.agents/skills/testing/SKILL.md": skillText("project"),
  })

const open = () => openSession({ ...planted().options, cache: false }).catalog()

test.each([
  ["clash", "project 1"],
  ["clash@project", "project 1"],
  ["clash@project#1", "project 1"],
  ["clash@project#2", "project 2"],
  ["clash@user", "user 1"],
  ["clash@user#2", "user 2"],
  ["/clash@user", "user 1"],
  ["template", "user"],
  ["tpl", "user"],
  ["template@user", "user"],
  ["tpl@user", "user"],
  ["template@user@project", "a name that looks like a copy"],
  ["mail@work", "a name with an @"],
  ["mail@work@project", "a name with an @"],
  ["testing@plugin", "plugin"],
  ["web:testing@plugin", "plugin"],
  ["testing@project", "project"],
])("%s is the copy that was named", async (text, description) => {
  expect(resolveSkill(await open(), text)).toMatchObject({ skill: { description } })
})

test.each([
  ["template@project", ["template@user"]],
  ["template@nonsense", ["template@user"]],
  ["template@user#2", ["template@user"]],
  ["template@user#0", ["template@user"]],
  ["tpl@project", ["template@user"]],
  ["clash@user#9", ["clash@project", "clash@project#2", "clash@user", "clash@user#2"]],
  ["clash@plugin", ["clash@project", "clash@project#2", "clash@user", "clash@user#2"]],
  ["clash@nonsense#2", ["clash@project", "clash@project#2", "clash@user", "clash@user#2"]],
  ["mail@user", []],
  ["web:testing@user", ["web:testing@plugin"]],
])("%s is missing, with the existing copies", async (text, copies) => {
  expect(resolveSkill(await open(), text)).toMatchObject({ kind: "missing", copies })
})

test("a file that two sources reach can be named by either", async () => {
  const { options } = garden({
    "project/.agents/skills/a/SKILL.md": skillText("same"),
    "home/.agents/skills/a": { link: "../../../project/.agents/skills/a" },
  })
  const catalog = await openSession({ ...options, cache: false }).catalog()
  expect(resolveSkill(catalog, "a@user")).toMatchObject({ kind: "winner", skill: { source: "project" } })
  expect(resolveSkill(catalog, "a@user#2")).toMatchObject({ kind: "missing" })
})

test("every ref in a catalog leads back to its copy, and everything completion offers leads somewhere", async () => {
  const catalog = await open()
  for (const { ref, path } of [...catalog.skills, ...catalog.shadowed])
    expect({ ref, found: resolveSkill(catalog, ref) }).toMatchObject({ ref, found: { skill: { path } } })
  for (const { text } of listSkillCandidates(catalog, "@")) {
    const source = text.includes("@") ? text.replace(/^.*@|#\d+$/g, "") : undefined
    const resolved = resolveSkill(catalog, text)
    expect(resolved).toMatchObject({ kind: expect.stringMatching(/winner|shadowed/) })
    if (source !== undefined && text !== "mail@work") expect(resolved).toMatchObject({ skill: { source } })
  }
})

test("no reference with a source ever leads to a copy of another source", async () => {
  const catalog = await open()
  const names = fc.constantFrom("clash", "template", "tpl", "testing", "web:testing", "twin", "mail@work", "nothing")
  const sources = ["managed", "project", "user", "added", "plugin", "bundled", "mcp", "commands"] as const
  fc.assert(
    fc.property(names, fc.constantFrom(...sources), fc.option(fc.nat(12)), (name, source, nth) => {
      const resolved = resolveSkill(catalog, `${name}@${source}${nth === null ? "" : `#${nth}`}`)
      const isTwin = name === "twin"
      if (resolved.kind === "winner" || resolved.kind === "shadowed")
        expect(isTwin || resolved.skill.source === source).toBe(true)
    }),
  )
})
