import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { shippedRules } from "../../test/review-set/measure.ts"
import { toCodeMatches } from "../code-match.ts"
import { hasEarnedMajor, type JudgedRule, limitSeverity, listJudgedRules } from "./judged-rules.ts"
import type { Severity } from "../severity.ts"
import { treeRules } from "../tree-rules.ts"

const rules = listJudgedRules()
const { facts } = shippedRules()

test.each([
  [{ right: 18, deliberate: 0, worthless: 2, wrong: 0 }, true],
  [{ right: 10, deliberate: 10, worthless: 0, wrong: 0 }, true],
  [{ right: 17, deliberate: 0, worthless: 3, wrong: 0 }, false],
  [{ right: 19, deliberate: 0, worthless: 0, wrong: 1 }, false],
  [{ right: 19, deliberate: 0, worthless: 0, wrong: 0 }, false],
  [{ right: 0, deliberate: 0, worthless: 0, wrong: 0 }, false],
])("%j earns major: %s", (matches, expected) => {
  expect(hasEarnedMajor(matches)).toBe(expected)
})

test.each<[string, Severity, Severity]>([
  ["html-from-input", "critical", "minor"],
  ["html-from-input", "suggestion", "suggestion"],
  ["a-rule-of-somebody-else", "critical", "critical"],
])("a match of %s that says %s is reported as %s", (id, said, reported) => {
  expect(limitSeverity(id, said)).toBe(reported)
})

test("every rule that says it is major or critical has a row, and no other", () => {
  const claiming = facts.filter(({ severity }) => severity === "critical" || severity === "major").map(({ id }) => id)
  expect(rules.map(({ id }) => id).toSorted()).toEqual([...new Set(claiming)].toSorted())
  const entries = treeRules.filter((rule) => "flow" in rule && /critical|major/.test(rule.flow.ofEntry ?? ""))
  expect(entries.map(({ id }) => id)).toEqual([])
})

test("a row has at most twenty matches", () => {
  expect(rules.filter(({ judged }) => judged > 20)).toEqual([])
})

test("MD5 and SHA-1 are at most minor until the rule about secrets has earned more", () => {
  const reported = facts.filter(({ cwe }) => cwe === "CWE-328").map(({ id, severity }) => limitSeverity(id, severity))
  expect(new Set(reported)).toEqual(new Set(["minor"]))
})

test("no match is reported above what its rule has earned, whatever it says of itself", () => {
  const known = new Map(facts.map((rule) => [rule.id, rule]))
  const place = { line: 1, column: 1, endLine: 1, endColumn: 2, evidence: "x", severity: "critical" as const }
  const found = rules.map(({ id }, at) => ({ ...place, rule: id, line: at + 1 }))
  const earned = new Set(rules.filter(({ isEarned }) => isEarned).map(({ id }) => id))
  const above = toCodeMatches(new Map([["a.js", found]]), known).filter(({ severity }) => severity !== "minor")
  expect(above.map(({ rule }) => rule).filter((id) => !earned.has(id))).toEqual([])
})

test("the table of judged rules is written down with its intervals", async () => {
  await expect(renderTable(rules)).toMatchFileSnapshot("../../bench/majors.md")
})

test("docs/review.md lists the rules that have earned major, and how many have not", () => {
  const page = fs.readFileSync(path.join(import.meta.dirname, "../../../../docs/review.md"), "utf8")
  const earned = rules.filter(({ isEarned }) => isEarned)
  const unearned = rules.length - earned.length
  expect(page).toContain(
    `So far ${earned.length === 0 ? "no rule has" : earned.map(({ id }) => `\`${id}\``).join(", ")}`,
  )
  expect(page).toContain(`${unearned} of ${rules.length}`)
})

function renderTable(all: readonly JudgedRule[]): string {
  const share = (value: number) => value.toFixed(2)
  const lines = all.map(({ id, judged, right, deliberate, worthless, wrong, precision, isEarned }) => {
    const interval = judged === 0 ? "" : `${share(precision.atLeast)} to ${share(precision.atMost)}`
    return `| \`${id}\` | ${right} | ${deliberate} | ${worthless} | ${wrong} | ${interval} | ${isEarned ? "yes" : "no"} |`
  })
  return `# Rules that may be called major

This page is made from \`src/rules/judged-rules.ts\` by its test. A rule keeps a severity above minor only if of its last twenty
judged matches in mature code none was wrong and at most two were worthless. A match is right if its authors would want to
know, deliberate if it is true and was chosen on purpose, worthless if it is true and of no use, and wrong if it is not
true. Of one project at most five matches count. The interval is the 95 % interval, after Wilson, of the share that is right
or deliberate.

| rule | right | deliberate | worthless | wrong | interval | earned |
|---|---|---|---|---|---|---|
${lines.join("\n")}
`
}
