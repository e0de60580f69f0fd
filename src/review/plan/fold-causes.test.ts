import { expect, test } from "vitest"
import type { FlowStep } from "../../finding/flow-step.ts"
import type { PatternMatch } from "../claims/pattern-match.ts"
import { foldCauses } from "./fold-causes.ts"

const match: PatternMatch = {
  rule: "path-from-input",
  title: "Path traversal",
  file: "docker.js",
  line: 161,
  endLine: 161,
  category: "Security",
  severity: "minor",
  confidence: "high",
  description: "A path from outside.",
  evidence: "readFile(path)",
  autoValidated: false,
}

const from = (line: number): readonly FlowStep[] => [
  { role: "input", file: "socket.js", line, column: 1, endLine: line, endColumn: 9, text: "data" },
]

function fold(...matches: readonly Partial<PatternMatch>[]): readonly string[] {
  return foldCauses(matches.map((one) => ({ ...match, ...one }))).map(
    ({ file, line, description }) => `${file}:${line} ${description}`,
  )
}

test("one input that reaches three places is one finding, which names the others", () => {
  expect(
    fold({ line: 161, steps: from(53) }, { line: 162, steps: from(53) }, { file: "db.js", line: 7, steps: from(53) }),
  ).toEqual(["docker.js:161 A path from outside. The same input also reaches docker.js:162, db.js:7."])
})

test("code that is written twice in a file is one finding", () => {
  const evidence = 'secret: process.env.SECRET || "none"'
  expect(fold({ line: 1, evidence }, { line: 9, evidence: evidence.replace(" ", "\n  ") })).toEqual([
    "docker.js:1 A path from outside. The same code is also at docker.js:9.",
  ])
})

test.each<[string, Partial<PatternMatch>, Partial<PatternMatch>]>([
  ["other inputs", { steps: from(1) }, { line: 162, steps: from(2) }],
  ["other rules", { steps: from(1) }, { rule: "sql-from-input", steps: from(1) }],
  ["other readers", { steps: from(1) }, { line: 162, persona: "pedantic", steps: from(1) }],
  ["another severity", { steps: from(1) }, { line: 162, severity: "major", steps: from(1) }],
  ["the same code in another file", {}, { file: "other.js" }],
  ["matches that are proof", { autoValidated: true }, { line: 162, autoValidated: true }],
  ["matches that are no weakness", { category: "Bugs" }, { category: "Bugs", line: 162 }],
])("matches with %s stay apart", (_, one, other) => {
  expect(fold(one, other)).toHaveLength(2)
})

test("of many places ten are named and the others are counted", () => {
  const many = Array.from({ length: 15 }, (_, at) => ({ line: at + 1, steps: from(1) }))
  expect(fold(...many)[0]).toContain("docker.js:11 and 4 more places.")
})
