import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { auditSkill } from "../audit-skill.ts"
import { loudest } from "../audit-set/score-set.ts"
import { describeWith, needData } from "../needs.ts"

const corpus = path.resolve(import.meta.dirname, "../../../shared/corpus")
const entries: readonly { readonly path: string }[] = fs.existsSync(corpus)
  ? JSON.parse(fs.readFileSync(path.join(corpus, "index.json"), "utf8")).files
  : []

describeWith(needData(entries.length > 0), "the corpus of real skills, taken to be honest", () => {
  // The rules were developed with the even entries; the odd ones were only counted.
  test.each([
    ["looked at while the rules were written", 0],
    ["held out", 1],
  ])("those %s: at most 3 in 100 raise an alarm, 10 including uncertain ones", (_what, odd) => {
    const half = entries.filter((_, at) => at % 2 === odd)
    const loud = half.map(({ path: file }) => loudnessOf(file))
    expect(half.length).toBeGreaterThan(400)
    expect(loud.filter((level) => level === "high").length / half.length).toBeLessThanOrEqual(0.03)
    expect(loud.filter((level) => level === "high" || level === "medium").length / half.length).toBeLessThanOrEqual(0.1)
  })
})

function loudnessOf(file: string) {
  const text = fs.readFileSync(path.join(corpus, file), "utf8")
  const files = [{ path: "SKILL.md", text, executable: false, size: text.length }]
  return loudest(auditSkill({ name: path.basename(path.dirname(file)), main: "SKILL.md", files }).findings)
}
