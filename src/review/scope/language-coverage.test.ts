import { expect, test } from "vitest"
import { describeCoverage, listUncheckedFiles, summariseChecked, summariseCoverage } from "./language-coverage.ts"

const rule = (id: string, languages: readonly ("javascript" | "python" | "any")[], topic?: string) => ({
  id,
  category: "technical-debt",
  languages,
  topic,
})

const files = ["a.js", "b.js", "c.py", "d.go", "e.yml"].map((name) => ({ name }))

test("what a language lacks is computed from the rules that ran, whichever language it is", () => {
  const coverage = summariseCoverage(files, [
    rule("one", ["python"]),
    rule("two", ["any"], "secrets"),
    rule("s", ["any"]),
  ])
  expect(coverage.map(describeCoverage)).toEqual([
    "2 JavaScript files: only secrets and 1 pattern of skills were searched for; no rules for JavaScript",
    "1 Go file: only secrets and 1 pattern of skills were searched for; no rules for Go",
    "1 Python file: 1 rule about Technical Debt",
    "1 YAML file: only secrets and 1 pattern of skills were searched for; no rules for YAML",
  ])
  expect(listUncheckedFiles(files, coverage, { isChange: false }).map(({ path }) => path)).toEqual([
    "a.js",
    "b.js",
    "d.go",
  ])
})

test("a language is checked as soon as one rule is made for it; patterns for every language do not count", () => {
  const coverage = summariseCoverage(files, [rule("one", ["javascript", "python"])])
  expect(listUncheckedFiles(files, coverage, { isChange: true }).map(({ path }) => path)).toEqual(["d.go"])
  expect(summariseChecked(coverage)[0]).toBe("Rules checked 3 of 5 files (JavaScript, Python), about Technical Debt")
})

test("if no rule ran at all, nothing is said to have been searched for", () => {
  expect(summariseCoverage([{ name: "a.go" }], []).map(describeCoverage)).toEqual([
    "1 Go file: nothing was searched for; no rules for Go",
  ])
})

test("a script without an extension has the language of the program that runs it", () => {
  const scripts = [{ name: "bin/tool", readAs: "script.py" }]
  expect(summariseCoverage(scripts, [rule("one", ["python"])]).map(({ name }) => name)).toEqual(["Python"])
})

test("files that could not be parsed are not said to be checked", () => {
  const broken = [{ file: "a.js", rule: "(parsing)", why: "syntax" as const }]
  const coverage = summariseCoverage(files, [rule("one", ["javascript", "python"])], broken)
  expect(describeCoverage(coverage[0]!)).toBe("2 JavaScript files (1 could not be parsed): 1 rule about Technical Debt")
  expect(summariseChecked(coverage)[0]).toBe("Rules checked 2 of 5 files (JavaScript, Python), about Technical Debt")
  const all = summariseCoverage([{ name: "a.js" }], [rule("one", ["javascript"])], broken)
  expect(summariseChecked(all)[0]).toBe("Rules checked none of 1 file")
})
