import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { skillet } from "./run-cli.ts"

const workflow = (title: string) => ({
  "SKILL.md": skillText(title),
  "workflow.yaml": `start: work\nsteps:\n  - id: work\n    kind: do\n    title: ${title}\n    next: { ok: end }\n`,
  "steps/work.md": `${title}\n`,
})

const planted = () => {
  const files = (at: string, all: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).map(([name, text]) => [`${at}/${name}`, text]))
  return garden({
    ...files("home/.agents/skills/template", workflow("the user's template")),
    ...files("project/.agents/skills/clash", workflow("the project's clash")),
    ...files("home/.agents/skills/clash", workflow("the user's clash")),
  })
}

test.each([
  [["render", "template@project"], "template@user"],
  [["show", "template@nonsense"], "template@user"],
  [["why", "clash@user#9"], "clash@project, clash@user"],
  [["trust", "add", "clash@plugin"], "clash@project, clash@user"],
  [["trust", "remove", "clash@plugin"], "clash@project, clash@user"],
  [["audit", "template@project"], "template@user"],
  [["run", "start", "template@project"], "template@user"],
  [["workflow", "show", "clash@managed"], "clash@project, clash@user"],
])("%j names a copy that does not exist: not found, with the existing copies", (words, copies) => {
  const { code, out, err } = skillet(words, planted().options)
  expect({ code, out }).toEqual({ code: 1, out: "" })
  expect(err).toContain("code skill.not-found")
  expect(err).toContain(`the copies are ${copies}`)
})

test("a copy that is named for a review and does not exist fails, and nothing else is read in its place", () => {
  const { out } = skillet(["resolve", "--skills", "template@project,clash@user", "--json"], planted().options)
  const { resolved_skills, failed_skills, warnings } = JSON.parse(out)
  expect(resolved_skills).toMatchObject([{ source: "clash@user", version_path: expect.stringContaining("/home/") }])
  expect(failed_skills).toEqual(["template@project"])
  expect(warnings.join()).toContain("the copies are template@user")
})

test("an existing copy is the one that is rendered, shown, run and explained", () => {
  const { options } = planted()
  expect(skillet(["show", "clash@user"], options).out).toContain("the user's clash")
  expect(skillet(["show", "clash@project"], options).out).toContain("the project's clash")
  expect(skillet(["run", "start", "clash@user"], options).out).toContain("the user's clash")
  expect(skillet(["run", "start", "clash@project"], options).out).toContain("the project's clash")
  expect(skillet(["why", "clash@user"], options).code).toBe(0)
})
