import { expect, test } from "vitest"
import { toCodeMatches } from "./code-match.ts"
import type { RuleFacts } from "./rule-facts.ts"
import type { FoundMatch } from "./scan-job.ts"

const facts: RuleFacts = {
  id: "doubt",
  languages: ["any"],
  category: "security",
  severity: "minor",
  confidence: "medium",
  title: "t",
  description: "d",
  autoValidated: false,
  saidBetterBy: ["proof"],
}
const rules = new Map([facts, { ...facts, id: "proof", saidBetterBy: undefined }].map((one) => [one.id, one]))

function found(rule: string, line: number, column = 1): FoundMatch {
  return { rule, line, column, endLine: line, endColumn: column + 1, evidence: "x" }
}

test("an uncertain match is not reported next to a better one on the same line", () => {
  const said = toCodeMatches(new Map([["a.js", [found("doubt", 1, 9), found("proof", 1), found("doubt", 2)]]]), rules)
  expect(said.map(({ rule, line }) => `${rule} ${line}`)).toEqual(["proof 1", "doubt 2"])
})

test("a match in another file does not suppress anything", () => {
  const said = toCodeMatches(
    new Map([
      ["a.js", [found("doubt", 1)]],
      ["b.js", [found("proof", 1)]],
    ]),
    rules,
  )
  expect(said).toHaveLength(2)
})

test("a better match that a reader does not see suppresses nothing for that reader", () => {
  const quiet = { ...found("proof", 1), persona: "pedantic" as const }
  const said = toCodeMatches(new Map([["a.js", [found("doubt", 1, 9), quiet]]]), rules)
  expect(said.map(({ rule, persona }) => `${rule} ${persona ?? "regular"}`)).toEqual([
    "proof pedantic",
    "doubt regular",
  ])
})

test("a finding about input that a reader does not see leaves the one about the parameter", () => {
  const both = new Map(["run-input", "run-parameter"].map((id) => [id, { ...facts, id, saidBetterBy: undefined }]))
  const quiet = { ...found("run-input", 1), persona: "pedantic" as const }
  const rulesOf = (matches: readonly FoundMatch[]) =>
    toCodeMatches(new Map([["a.js", matches]]), both).map(({ rule }) => rule)
  expect(rulesOf([found("run-parameter", 1), quiet])).toContain("run-parameter")
  expect(rulesOf([found("run-parameter", 1), found("run-input", 1)])).toEqual(["run-input"])
})
