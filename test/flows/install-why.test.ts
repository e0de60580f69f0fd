import fs from "node:fs"
import { expect, test } from "vitest"
import { plantProject, writeSkill } from "./install-project.ts"

test("why shows the source, commit and digest of an installed skill, and the overlay that changes its text", () => {
  const { run, publish, lock, plant, commit: commitAll, at } = plantProject()
  const first = publish("skills", { "skills/pdf/SKILL.md": writeSkill("pdf") })
  run("add", "acme/skills@pdf", "--yes")
  const fresh = run("why", "pdf")
  expect(fresh.out).toContain("from https://github.com/acme/skills.git")
  expect(fresh.out).toContain(`commit ${first}`)
  expect(fresh.out).toContain(`digest ${lock().skills["pdf"]?.digest}`)
  expect(fresh.out).not.toContain("pdf.patch")
  const main = at("project/.agents/skills/pdf/SKILL.md")
  fs.writeFileSync(main, fs.readFileSync(main, "utf8").replace("Four.", "Four, mine."))
  plant({ "upstream/skills/skills/pdf/SKILL.md": writeSkill("pdf").replace("One.", "One, newer.") })
  const second = commitAll("upstream/skills", "two")
  expect(run("update", "pdf", "--yes").code).toBe(0)
  const changed = run("why", "pdf").out
  expect(changed).toContain(`commit ${second}`)
  expect(changed).toContain(".skillet/overlays/pdf.patch changes SKILL.md")
  expect(JSON.parse(run("why", "pdf", "--json").out)).toMatchObject({
    installed: [{ name: "pdf", source: { commit: second }, overlay: { files: ["SKILL.md"] } }],
  })
})

test("why shows both sources of a name if one was installed with --as, and nothing for a skill of one's own", () => {
  const { run, publish } = plantProject({ "project/.agents/skills/own/SKILL.md": writeSkill("own") })
  publish("skills", { "skills/pdf/SKILL.md": writeSkill("pdf") })
  publish("others", { "pdf/SKILL.md": writeSkill("pdf", "Another one.\n") })
  run("add", "acme/skills@pdf", "--yes")
  expect(run("add", "acme/others@pdf", "--as", "other-pdf", "--yes").code).toBe(0)
  for (const name of ["pdf", "other-pdf"]) {
    const { out } = run("why", name)
    expect(out).toContain("from https://github.com/acme/skills.git")
    expect(out).toMatch(
      /installed other-pdf \(calls itself pdf\)  skillet.lock\n    from https:\/\/github.com\/acme\/others/,
    )
  }
  expect(run("why", "own").out).not.toContain("installed own")
})
