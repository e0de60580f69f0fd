import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { skillet } from "./run-cli.ts"

function plantShop() {
  const place = garden({
    "project/.claude/skills/deploy/SKILL.md": skillText("Puts the shop on its server and tells everybody about it"),
    "project/.claude/skills/a-skill-with-a-rather-long-name/SKILL.md": skillText("Writes down what happened today"),
    "project/skills/extra/SKILL.md": skillText("not where agents look"),
  })
  return (...words: readonly string[]) =>
    skillet(words, { cwd: place.project, env: { ...place.options.env, COLUMNS: "80" } })
}

test.each([["show"], ["why"], ["render"], ["audit"], ["lint"], ["trust add"], ["resolve --skills"]])(
  "%s takes the path of a skill",
  (command) => {
    const run = plantShop()
    const { out, err } = run(...command.split(" "), ".claude/skills/deploy")
    expect(out + err).toMatch(/deploy|1 skill/)
    expect(out + err).not.toMatch(/there is no|not a valid reference|is a path/)
  },
)

test("the path of a skill where no agent looks leads to the option that finds it", () => {
  const run = plantShop()
  const { err } = run("show", "skills/extra")
  expect(err).toContain("add --skills-dir skills and name it extra")
  expect(run("show", "extra", "--skills-dir", "skills").code).toBe(0)
})

test("list and budget count the same tokens", () => {
  const run = plantShop()
  const [, listed] = /· ([\d,]+) tokens listed for the model/.exec(run("list").out) ?? []
  const [, budget] = /about ([\d,]+) tokens/.exec(run("budget").out) ?? []
  expect(listed).toBeDefined()
  expect(listed).toBe(budget)
})

test("in 80 columns list keeps names and descriptions, and no word is broken", () => {
  const { out } = plantShop()("list")
  const row = out.split("\n").find((line) => line.startsWith("deploy ")) ?? ""
  expect(row).toMatch(/Puts the shop on its\S*/)
  expect(out.split("\n").every((line) => line.length <= 100)).toBe(true)
})

test("one's own project is not called remote, and a missing value is named", () => {
  const run = plantShop()
  expect(run("show", "deploy").out).toMatch(/trust +not approved/)
  expect(run("render", "deploy", "--dry-run").out).toMatch(
    /^deploy: not approved\nnothing in it runs when it is rendered/,
  )
  expect(run("review", "--diff").err).toContain("--diff needs a value: BASE")
})
