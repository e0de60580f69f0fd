import { readPacks, sortRulesForFile } from "@skillet/scan"
import path from "node:path"
import { listSearchedRules } from "../packages/scan/src/searched-rules.ts"
import { treeRules } from "../packages/scan/src/tree-rules.ts"
import { normaliseCategory } from "../src/review/claims/categories.ts"
import { languages } from "../src/review/detect-language.ts"
import { bundledPacks } from "../src/review/plan/review-patterns.ts"
import { summariseCoverage } from "../src/review/scope/language-coverage.ts"

const skills = path.resolve(import.meta.dirname, "../skills")

/** The table in docs/review.md of what each language has, computed from the rules. */
export function languagesTable(): string {
  const packs = readPacks(bundledPacks.map((name) => ({ folder: path.join(skills, name), isTrusted: true })))
  const rules = listSearchedRules(packs.patterns, treeRules)
  const files = languages.map(({ endings }) => ({ name: `a.${endings[0]}` }))
  const coverage = summariseCoverage(files, rules)
  const rows = coverage.flatMap((one) => {
    const file = files.find(({ name }) => name === `a.${languages.find(({ id }) => id === one.language)?.endings[0]}`)
    const { own } = sortRulesForFile(file?.name ?? "", rules)
    const counts = one.categories.map(
      (category) => `${category} ${own.filter((rule) => normaliseCategory(rule.category) === category).length}`,
    )
    return one.rules === 0 ? [] : [`| ${one.name} | ${one.rules} | ${counts.join(", ")} |`]
  })
  const without = coverage.filter((one) => one.rules === 0)
  const names = without.map(({ name }) => name).toSorted()
  return [
    "| language | rules | about |",
    "| --- | --- | --- |",
    ...rows.toSorted(),
    `| ${names.join(", ")} | none | only ${without[0]?.topics.join(" and ")} |`,
  ].join("\n")
}
