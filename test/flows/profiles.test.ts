import fs from "node:fs"
import { expect, test } from "vitest"
import { garden } from "../plant.ts"
import { skillet } from "./run-cli.ts"

const named = (name: string) => `---\nname: ${name}\ndescription: Does ${name} for the shop.\n---\nDo it.\n`

test("a profile is shown before it is used, explained while it is in use, and cleared without a trace", () => {
  const names = ["apple", "berry", "cherry", "date"]
  const { options, at } = garden({
    ...Object.fromEntries(names.map((name) => [`project/.claude/skills/${name}/SKILL.md`, named(name)])),
    "project/.claude/settings.local.json": '{"model": "m"}',
    "home/.codex/config.toml": "",
    "home/.claude/settings.json": "{}",
  })
  const run = (...words: readonly string[]) => skillet(words, { ...options, env: { ...options.env, COLUMNS: "100" } })
  const file = at("project/.claude/settings.local.json")
  expect(run("profile", "list").out).toContain("There are no profiles here.")
  expect(run("profile", "create", "fruit", "--skills", "apple, berry,pear").out).toBe(
    "fruit: 3 skills, in .skillet/profiles.json\n",
  )
  expect(run("profile", "create", "fruit")).toMatchObject({ code: 2 })
  const asked = run("profile", "use", "fruit", "--host", "claude")
  expect(asked).toMatchObject({ code: 1, out: "" })
  expect(asked.err.split("\n").slice(0, 3)).toEqual([
    "Claude Code, profile fruit: changes .claude/settings.local.json",
    "  off: cherry, date",
    "  not a skill that Claude Code can use here: pear",
  ])
  expect(fs.readFileSync(file, "utf8")).toBe('{"model": "m"}')
  const before = JSON.parse(run("budget", "--host", "claude", "--json").out).tokens
  const used = JSON.parse(run("profile", "use", "fruit", "--host", "claude", "--yes", "--json").out)
  expect(used).toMatchObject({ done: true, changes: [{ host: "claude", tokens: { before } }] })
  expect(run("list", "--host", "claude").out).toContain("2 skills (project) · 2 off by profile fruit · ")
  expect(run("list").out).toContain("  Claude Code: 2 skills off by profile fruit\n")
  expect(run("why", "date", "--host", "claude").out).toContain("does not use it: off by profile fruit")
  const budget = run("budget", "--host", "claude")
  const { tokens } = JSON.parse(run("budget", "--host", "claude", "--json").out)
  expect(tokens).toBe(used.changes[0].tokens.after)
  expect(budget.out).toContain(`Profile fruit: 2 skills off, which saves about ${before - tokens} of ${before} tokens`)
  expect(run("profile", "list").out).toContain("claude uses fruit: 2 skills off in .claude/settings.local.json")
  expect(run("profile", "use", "fruit", "--host", "codex")).toMatchObject({ code: 1, out: "" })
  expect(run("profile", "use", "fruit", "--host", "open")).toMatchObject({ code: 2 })
  expect(run("profile", "clear", "--yes").code).toBe(0)
  expect(fs.readFileSync(file, "utf8")).toBe('{"model": "m"}')
  expect(run("profile", "clear").out).toBe("No profile is in use here.\n")
})
