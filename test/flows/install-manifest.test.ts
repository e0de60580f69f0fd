import { expect, test } from "vitest"
import { plantProject, writeSkill } from "./install-project.ts"

function plantManifest(skills: unknown) {
  const place = plantProject()
  place.publish("skills", { "skills/pdf/SKILL.md": writeSkill("pdf"), "skills/deploy/SKILL.md": writeSkill("deploy") })
  place.publish("others", { "a/SKILL.md": writeSkill("a"), "pdf/SKILL.md": writeSkill("pdf", "Another one.\n") })
  place.git("upstream/others", "tag", "v1")
  place.plant({ "project/package.json": JSON.stringify({ name: "x", skills }, undefined, 2) })
  return place
}

test("add without a source installs what package.json names, each skill once, and pins it", () => {
  const { run, lock } = plantManifest([
    "acme/skills",
    "acme/skills@pdf",
    { source: "acme/others", skills: ["a"], ref: "v1" },
  ])
  expect(run("add", "--yes").code).toBe(0)
  expect(Object.keys(lock().skills)).toEqual(["a", "deploy", "pdf"])
  expect(lock().skills["a"]?.source).toMatchObject({ ref: "v1", commit: expect.stringMatching(/^[0-9a-f]{40}$/) })
  expect(run("add")).toMatchObject({ code: 0, out: expect.stringContaining("already installed") })
  expect(run("verify").code).toBe(0)
})

test.each([
  [["acme/skills@pdf", "acme/others@pdf"], "two skills call themselves pdf"],
  [["acme/skills@pdf", "./here"], "package.json:5: skills[1]: ./here is neither a repository nor a package"],
  [["http://localhost/x.git"], "is neither a repository nor a package"],
  [[{ source: "acme/skills#v1", ref: "v2" }], "it has two refs, v1 and v2"],
  [[{ source: "acme/skills", ref: "--upload-pack=x" }], "does not name a branch"],
  [[{ source: "acme/skills", skills: "pdf" }], "its skills are not a list of names"],
  [[7], "skills[0]: it does not name a source"],
  [[], "it names no skills"],
])("a package.json with the skills %j is refused, and nothing is installed", (skills, message) => {
  const { run, list } = plantManifest(skills)
  expect(run("add", "--yes")).toMatchObject({ code: 1, err: expect.stringContaining(message) })
  expect(list()).toEqual(["package.json"])
})

test("without a source and without package.json, and with options that need a source, add says what to do", () => {
  const { run } = plantProject()
  expect(run("add", "--yes")).toMatchObject({ code: 1, err: expect.stringContaining("no source was named") })
  expect(run("add", "--as", "x", "--yes")).toMatchObject({ code: 1, err: expect.stringContaining("name the source") })
})
