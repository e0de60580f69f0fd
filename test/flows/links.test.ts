import fs from "node:fs"
import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { skillet } from "./run-cli.ts"

test("no command reads a project's SKILL.md that links to a secret; the link and its target are reported", () => {
  const { options, at } = garden({
    "outside/secret": "root:canary-4711",
    "project/.claude/skills/evil/SKILL.md": { link: "../../../../outside/secret" },
    "project/.claude/skills/good/SKILL.md": skillText("good"),
  })
  const commands = [
    ["list", "--all"],
    ["list", "--json"],
    ["show", "evil"],
    ["render", "evil"],
    ["resolve", "--skills", "evil"],
    ["match", "canary"],
    ["why", "evil"],
    ["diff", "evil"],
    ["list", "--host", "all"],
    ["lint"],
    ["doctor", "--all"],
    ["audit"],
    ["audit", ".claude/skills/evil/SKILL.md"],
    ["lint", ".claude/skills/evil/SKILL.md"],
    ["trust", "add", "evil"],
  ].map((words) => ({ words, ...skillet(words, options) }))
  for (const { words, out, err } of commands)
    expect({ words, leaks: (out + err).includes("canary-4711") }).toEqual({ words, leaks: false })
  const { problems } = JSON.parse(skillet(["list", "--json"], options).out)
  expect(problems).toMatchObject([
    {
      code: "source.link-leaves",
      path: at("project/.claude/skills/evil/SKILL.md"),
      message: expect.stringContaining(`points to ${at("outside/secret")}`),
    },
  ])
  const audited = skillet(["audit"], options)
  expect(audited.code).toBe(1)
  expect(audited.out).toContain(`→ ${at("outside/secret")}`)
})

test("a link to a skill of the user's own is followed once it is approved by hash", () => {
  const { options } = garden({
    "home/.claude/skills/mine/SKILL.md": skillText("mine"),
    "project/.claude/skills/mine": { link: "../../../home/.claude/skills/mine" },
  })
  const sourceOf = () =>
    JSON.parse(skillet(["list", "--json"], options).out).skills.find(({ name }: { name: string }) => name === "mine")
      .source
  expect(sourceOf()).toBe("user")
  const asked = skillet(["trust", "add", ".claude/skills/mine"], options)
  const digest = /sha256:[0-9a-f]{64}/.exec(asked.err)?.[0] ?? ""
  expect(skillet(["trust", "add", ".claude/skills/mine", "--hash", digest], options).code).toBe(0)
  expect(sourceOf()).toBe("project")
})

test("touching a file in node_modules, an ignored directory or .git does not make skills from there available", () => {
  const { options } = garden({
    "project/.gitignore": "out\n",
    "project/node_modules/x/.claude/skills/a/SKILL.md": skillText("a"),
    "project/out/.claude/skills/b/SKILL.md": skillText("b"),
    "project/.git/x/.claude/skills/c/SKILL.md": skillText("c"),
    "project/src/.claude/skills/d/SKILL.md": skillText("d"),
  })
  const touched = ["node_modules/x/a.js", "out/a.js", ".git/x", ".git/x/y", "src/a.js"].flatMap((file) => [
    "--touched",
    file,
  ])
  const { skills } = JSON.parse(skillet(["list", "--json", "--source", "project", ...touched], options).out)
  expect(skills.map(({ name }: { name: string }) => name)).toEqual(["d"])
})

test.each([[["--format", "sarif", "--output", "report"]], [["--write-baseline", "report", "--reason", "known"]]])(
  "audit %j replaces a link with that name and leaves its target alone",
  (words) => {
    const { options, at } = garden({
      "outside/secret": "kept",
      "project/report": { link: "../outside/secret" },
      "project/.claude/skills/good/SKILL.md": skillText("good"),
    })
    expect(skillet(["audit", ...words], options).code).toBe(0)
    expect(fs.readFileSync(at("outside/secret"), "utf8")).toBe("kept")
    expect(fs.readFileSync(at("project/report"), "utf8")).toContain('"version"')
  },
)
