import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import type { Catalog } from "../../src/catalog/catalog.ts"
import { fixSkill } from "../../src/skill/fix-skill.ts"
import { readSkill } from "../../src/skill/read-skill.ts"
import { skillet } from "../flows/run-cli.ts"
import { garden } from "../plant.ts"
import { describeWith, needData } from "../needs.ts"

const beside = path.resolve(import.meta.dirname, "../../../shared/corpus")
const corpus = fs.existsSync(beside) ? fs.realpathSync(beside) : beside
const entries: readonly { readonly path: string; readonly kinds: readonly string[] }[] = fs.existsSync(corpus)
  ? JSON.parse(fs.readFileSync(path.join(corpus, "index.json"), "utf8")).files
  : []

describeWith(needData(entries.length > 0), "the corpus of real skills", () => {
  test("every file is accounted for, for every host, and the answer is reproducible", () => {
    const { options, plant } = garden()
    plant({
      "home/.agents/skills": { link: corpus },
      "home/.claude/skills": { link: corpus },
      "home/.gemini/skills": { link: corpus },
    })
    for (const host of ["open", "codex", "opencode"]) {
      const [one, two] = [
        skillet(["list", "--json", "--host", host], options),
        skillet(["list", "--json", "--host", host], options),
      ]
      expect(one.code).toBe(0)
      expect(one.out).toBe(two.out)
      const catalog = JSON.parse(one.out) as Catalog
      const seen = new Set(
        [...catalog.skills, ...catalog.shadowed, ...catalog.duplicates, ...catalog.problems].map((item) =>
          path.relative(corpus, fs.realpathSync(item.path)),
        ),
      )
      // Codex stops after a certain number of directories; one problem then says that the rest was not read.
      if (catalog.problems.some(({ code }) => code === "source.too-many")) expect(host).toBe("codex")
      else expect(entries.filter((entry) => !seen.has(entry.path)).map((entry) => entry.path)).toEqual([])
    }
  })

  test("nearly all of them load, and every oddity is reported", () => {
    const refused: string[] = []
    const silent: string[] = []
    for (const { path: file, kinds } of entries) {
      const reading = readSkill(fs.readFileSync(path.join(corpus, file), "utf8"))
      if (reading.kind === "refused") refused.push(file)
      const isBroken = kinds.some((kind) =>
        [
          "yaml-error",
          "no-frontmatter",
          "missing-closing-fence",
          "fence-extra-text",
          "duplicate-key",
          "description-missing",
          "description-empty",
          "empty-file",
          "bom",
          "frontmatter-in-codefence",
        ].includes(kind),
      )
      if (isBroken && reading.problems.length === 0) silent.push(file)
    }
    expect(refused).toEqual([])
    expect(silent.length).toBeLessThanOrEqual(2)
  })

  test("what lint --fix writes has the same meaning and never makes a file worse", () => {
    let fixed = 0
    for (const { path: file } of entries) {
      const text = fs.readFileSync(path.join(corpus, file), "utf8")
      const corrected = fixSkill(text)
      if (corrected === undefined) continue
      fixed++
      const [before, after] = [readSkill(text), readSkill(corrected.text)]
      expect(after.problems.length, file).toBeLessThanOrEqual(before.problems.length)
    }
    expect(fixed).toBeGreaterThan(100)
  })
})
