import { expect, test } from "vitest"
import type { Severity } from "../finding/severity.ts"
import { readFindings } from "../claims/read-findings.ts"
import { offlineAnswer } from "./offline-answer.ts"
import type { PatternMatch } from "../analysis/pattern-match.ts"
import type { Gathered } from "./review-data.ts"

test("many small matches do not push out a grave one", () => {
  const text = "go(input)\n".repeat(300)
  const matches = [...Array.from({ length: 299 }, (_, at) => match(at + 1, "minor")), match(300, "critical")]
  const gathered: Gathered = {
    depth: "deep",
    kind: "code",
    files: [{ path: "a.js", language: "javascript", text, isPriority: false, isTest: false, isGenerated: false }],
    tests: [],
    instructions: [],
    additional: "",
    project: { branch: "main", languages: ["javascript"], scope: "a.js" },
    skillInstructions: {},
    skillQuestions: {},
    falsePositiveRules: [],
    autoValidated: [],
    skippedAgents: [],
    failedSkills: [],
    warnings: [],
    content: "paths",
    matches,
    incomplete: [],
  }

  const answer = offlineAnswer(gathered, { step: "thorough", item: "security-agent", prompt: "" })
  const { findings } = readFindings(answer, { agent: "security-agent", round: "thorough", gathered })

  expect(findings.filter(({ severity }) => severity === "critical").map(({ line }) => line)).toEqual([300])
})

function match(line: number, severity: Severity): PatternMatch {
  return {
    rule: "go",
    title: "It goes",
    file: "a.js",
    line,
    endLine: line,
    category: "Security",
    severity,
    confidence: "high",
    description: "It goes where input says.",
    evidence: "go(input)",
    autoValidated: true,
  }
}
