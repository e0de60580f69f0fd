import type { PatternMatch } from "../../src/review/claims/pattern-match.ts"
import type { ReviewFinding } from "../../src/review/claims/review-finding.ts"
import type { ReviewedFile } from "../../src/review/claims/reviewed-file.ts"
import type { Gathered } from "../../src/review/review-data.ts"

/** A review of a few files, given by path and text. */
export function reviewOf(
  files: Readonly<Record<string, string | Partial<ReviewedFile>>>,
  more: Partial<Gathered> = {},
): Gathered {
  return {
    depth: "deep",
    kind: "code",
    files: Object.entries(files).map(([path, given]) => ({
      path,
      language: "typescript",
      text: "",
      isPriority: false,
      isTest: false,
      isGenerated: false,
      ...(typeof given === "string" ? { text: given } : given),
    })),
    tests: [],
    instructions: [],
    additional: "",
    project: { branch: "main", languages: [], scope: "all" },
    skillInstructions: {},
    skillQuestions: {},
    falsePositiveRules: [],
    autoValidated: [],
    skippedAgents: [],
    failedSkills: [],
    warnings: [],
    content: "inline",
    matches: [],
    incomplete: [],
    ...more,
  }
}

export function findingOf(more: Partial<ReviewFinding> = {}): ReviewFinding {
  return {
    id: "F1",
    rule: "bug-detection-agent",
    title: "Something is wrong",
    file: "src/a.ts",
    line: 1,
    endLine: more.line ?? 1,
    category: "Bugs",
    severity: "major",
    confidence: "medium",
    description: "It is wrong.",
    evidence: "",
    fingerprint: "0",
    extras: {},
    saidBy: [],
    related: [],
    provenance: { agent: "bug-detection-agent", round: "gaps" },
    ...more,
  }
}

export function matchOf(more: Partial<PatternMatch> = {}): PatternMatch {
  return {
    rule: "eval-input",
    title: "Input is run",
    file: "src/a.ts",
    line: 1,
    endLine: more.line ?? 1,
    category: "security",
    severity: "critical",
    confidence: "high",
    description: "Anyone can run anything.",
    evidence: "eval(input)",
    autoValidated: true,
    ...more,
  }
}
