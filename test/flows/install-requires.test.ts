import { expect, test } from "vitest"
import { plantProject, writeSkill } from "./install-project.ts"

const requiring = (name: string, ...needed: readonly string[]) =>
  writeSkill(name, undefined, `requires:\n  skills: [${needed.join(", ")}]\n`)

test("add refuses skills that require each other in a circle, and names the circle", () => {
  const { run, publish, list } = plantProject()
  publish("skills", {
    "skills/a/SKILL.md": requiring("a", "other", "b"),
    "skills/b/SKILL.md": requiring("b", "c"),
    "skills/c/SKILL.md": requiring("c", "a"),
    "skills/self/SKILL.md": requiring("self", "self"),
    "skills/user/SKILL.md": requiring("user", "plain"),
    "skills/plain/SKILL.md": writeSkill("plain"),
  })
  const { code, err } = run("add", "acme/skills", "--skill", "a", "--skill", "b", "--skill", "c", "--yes")
  expect([code, err]).toEqual([1, expect.stringContaining("install.cycle")])
  expect(err).toContain("a → b → c → a")
  expect(run("add", "acme/skills@self", "--yes").err).toContain("self → self")
  expect(list()).toEqual([])
  expect(run("add", "acme/skills", "--skill", "user", "--skill", "plain", "--yes").code).toBe(0)
  expect(run("add", "acme/skills", "--skill", "a", "--skill", "b", "--yes").code).toBe(0)
  expect(run("add", "acme/skills@c", "--yes")).toMatchObject({ code: 1, err: expect.stringContaining("c → a → b → c") })
})

test("update refuses a version that closes a circle, and the installed skills stay", () => {
  const { run, publish, plant, commit, read } = plantProject()
  publish("skills", { "skills/a/SKILL.md": requiring("a", "b"), "skills/b/SKILL.md": writeSkill("b") })
  run("add", "acme/skills", "--all", "--yes")
  const before = read("skillet.lock")
  plant({ "upstream/skills/skills/b/SKILL.md": requiring("b", "a") })
  commit("upstream/skills", "two")
  for (const how of ["--yes", "--dry-run"])
    expect(run("update", how)).toMatchObject({ code: 1, err: expect.stringContaining("b → a → b") })
  expect(read("skillet.lock")).toBe(before)
  expect(run("verify").code).toBe(0)
})
