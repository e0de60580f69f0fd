import { expect, test } from "vitest"
import { plantProject, writeSkill } from "./install-project.ts"

const foreign = { source: "a/b", sourceType: "github", computedHash: "", extra: 1 }

test("--write-skills-lock keeps skills-lock.json in step with add, update and remove, and verify confirms its checksum", () => {
  const { run, publish, plant, commit, read } = plantProject({
    "project/skills-lock.json": JSON.stringify({ version: 1, more: true, skills: { zz: foreign } }),
    "project/.agents/skills/zz/SKILL.md": writeSkill("zz"),
  })
  publish("skills", { "skills/pdf/SKILL.md": writeSkill("pdf"), "skills/pdf/aa.md": "1", "skills/pdf/Z.md": "2" })
  const rows = () => JSON.parse(read("skills-lock.json")) as { readonly skills: Readonly<Record<string, object>> }
  expect(run("add", "acme/skills#main@pdf", "--yes", "--write-skills-lock").code).toBe(0)
  const added = rows()
  expect(added).toMatchObject({
    version: 1,
    more: true,
    skills: {
      pdf: { source: "acme/skills", sourceType: "github", ref: "main", skillPath: "skills/pdf/SKILL.md" },
      zz: foreign,
    },
  })
  const verify = () => run("verify", "--allow-unclaimed")
  expect(verify()).toMatchObject({ code: 0, out: expect.stringContaining("1 with the same checksum") })
  plant({
    "upstream/skills/skills/pdf/aa.md": "changed",
    "project/.agents/skills/pdf/mine.txt": "of the user",
  })
  commit("upstream/skills", "two")
  expect(run("update", "pdf", "--yes", "--write-skills-lock").code).toBe(0)
  expect(rows().skills["pdf"]).not.toEqual(added.skills["pdf"])
  expect(run("verify", "--allow-unclaimed", "--json").out).toMatch(/"name":"pdf","path":"[^"]+","state":"same"/)
  expect(run("remove", "pdf", "--yes", "--write-skills-lock").code).toBe(2)
  expect(run("remove", "pdf", "--write-skills-lock").code).toBe(0)
  expect(rows().skills).toEqual({ zz: foreign })
})

test("without the option skills-lock.json is not touched, and one that cannot be understood stops the command", () => {
  const { run, publish, list, read } = plantProject({ "project/skills-lock.json": "{" })
  publish("skills", { "skills/pdf/SKILL.md": writeSkill("pdf") })
  expect(run("add", "acme/skills@pdf", "--yes", "--write-skills-lock")).toMatchObject({
    code: 1,
    err: expect.stringContaining("skills-lock.json cannot be changed: it is not JSON"),
  })
  expect(list()).toEqual(["skills-lock.json"])
  expect(run("add", "acme/skills@pdf", "--yes", "--write-skills-lock", "--global")).toMatchObject({
    code: 1,
    err: expect.stringContaining("only for projects"),
  })
  expect(run("add", "acme/skills@pdf", "--yes").code).toBe(0)
  expect(read("skills-lock.json")).toBe("{")
})
