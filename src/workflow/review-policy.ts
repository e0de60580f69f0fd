/** The severity of an issue in a review. MUST: knowledge would be lost. SHOULD: structure. COULD: appearance. */
export const reviewLevels = ["MUST", "SHOULD", "COULD"] as const
export type ReviewLevel = (typeof reviewLevels)[number]

/** Every category that a reviewer may name has one level: reviewers categorise, they do not rate. */
export const reviewCategories = {
  "decision-unrecorded": "MUST",
  "rule-unjustified": "MUST",
  "knowledge-not-carried": "MUST",
  "history-in-comment": "MUST",
  "baseline-missing": "MUST",
  "assumption-unchecked": "MUST",
  "reader-misled": "MUST",
  "marker-malformed": "MUST",
  "module-too-broad": "SHOULD",
  "function-too-broad": "SHOULD",
  "logic-repeated": "SHOULD",
  "errors-inconsistent": "SHOULD",
  "convention-broken": "SHOULD",
  "tests-off-strategy": "SHOULD",
  "code-unused": "COULD",
  "format-fixable": "COULD",
  "wording-uneven": "COULD",
} as const satisfies Record<string, ReviewLevel>

/** The severities of findings on the same scale. */
export const levelOfSeverity = {
  critical: "MUST",
  major: "MUST",
  minor: "SHOULD",
  suggestion: "COULD",
} as const satisfies Record<string, ReviewLevel>

/** After this many reviews a person is asked. */
export const REVIEW_LIMIT = 5

/** What blocks in an iteration, from 1: everything at first, finally only MUST. */
export function listBlockingLevels(iteration: number, mustOnly = false): readonly ReviewLevel[] {
  if (mustOnly || iteration >= 5) return ["MUST"]
  return iteration === 4 ? ["MUST", "SHOULD"] : reviewLevels
}

/** What a person may decide when the limit is reached. */
export const limitChoices = [
  { label: "continue", about: "another round of fixes and review" },
  { label: "fix-must-only", about: "another round in which only MUST issues block" },
  { label: "skip-check", about: "continue; the open issues are recorded as accepted risks" },
  { label: "abort", about: "end the run" },
] as const
export type LimitChoice = (typeof limitChoices)[number]["label"]

/**
 * What Skillet inspects itself, at a path: the levels of its findings, worst first, and the level from which it fails.
 */
export const inspections = {
  lint: { levels: ["error", "warning", "note"], failOn: "warning" },
  audit: { levels: ["critical", "major", "minor", "suggestion"], failOn: "major" },
  markers: { levels: ["MUST"], failOn: "MUST" },
} as const satisfies Readonly<Record<string, { readonly levels: readonly string[]; readonly failOn: string }>>

export type Inspection = keyof typeof inspections

export function isInspection(kind: string): kind is Inspection {
  return Object.hasOwn(inspections, kind)
}

/** The levels at which a finding makes an inspection fail; undefined for an invalid level. */
export function listFailingLevels(kind: Inspection, failOn?: string): readonly string[] | undefined {
  const { levels, failOn: usual } = inspections[kind]
  const at = (levels as readonly string[]).indexOf(failOn ?? usual)
  return at === -1 ? undefined : levels.slice(0, at + 1)
}
