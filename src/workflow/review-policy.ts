/** How severe an issue of a review is. MUST: knowledge would be lost. SHOULD: structure. COULD: looks. */
export const reviewLevels = ["MUST", "SHOULD", "COULD"] as const
export type ReviewLevel = (typeof reviewLevels)[number]

/** Every category a reviewer may name has one level: reviewers sort, they do not weigh. */
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

export type ReviewCategory = keyof typeof reviewCategories

/** The severities of findings on the same scale. */
export const levelOfSeverity = {
  critical: "MUST",
  major: "MUST",
  minor: "SHOULD",
  suggestion: "COULD",
} as const satisfies Record<string, ReviewLevel>

/** After this many reviews a person is asked. */
export const REVIEW_LIMIT = 5

/** What blocks in an iteration, from 1: everything at first, in the end only what would be lost. */
export function blockingLevels(iteration: number, mustOnly = false): readonly ReviewLevel[] {
  if (mustOnly || iteration >= 5) return ["MUST"]
  return iteration === 4 ? ["MUST", "SHOULD"] : reviewLevels
}

/** What a person may decide when the limit is reached. */
export const limitChoices = [
  { label: "continue", about: "another round of fixes and review" },
  { label: "fix-must-only", about: "another round in which only MUST issues block" },
  { label: "skip-check", about: "go on; the open issues are recorded as accepted risks" },
  { label: "abort", about: "end the run" },
] as const
export type LimitChoice = (typeof limitChoices)[number]["label"]
