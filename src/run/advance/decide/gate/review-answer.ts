import {
  levelOfSeverity,
  type ReviewLevel,
  reviewCategories,
  reviewLevels,
} from "../../../../workflow/review-policy.ts"

/** A reviewer's parsed answer: the result it claims, and the issues it lists. */
export interface ReviewAnswer {
  readonly claims: "pass" | "fail" | "nothing"
  readonly issues: readonly ReviewIssue[]
}

export interface ReviewIssue {
  /** As the reviewer wrote it between brackets. */
  readonly category: string
  readonly level: ReviewLevel
  readonly text: string
}

const ISSUE = /^(?:[-*+]|\d+[.)])\s*\[([^\]]+)\]\s*:?\s*(\S.*)$/s
const RESULT = /^\W*RESULT[^\w:]*:\W*(PASS|FAIL)\b/i

/** The last result line counts; lines inside code fences do not. */
export function readReview(text: string): ReviewAnswer {
  const issues: ReviewIssue[] = []
  let claims: ReviewAnswer["claims"] = "nothing"
  for (const line of listPlainLines(text)) {
    const result = RESULT.exec(line)
    if (result !== null) claims = result[1]?.toUpperCase() === "PASS" ? "pass" : "fail"
    const issue = ISSUE.exec(line.trim())
    if (issue === null || /^[ xX]$/.test(issue[1] ?? "")) continue
    const category = (issue[1] ?? "").trim()
    issues.push({ category, level: rateCategory(category), text: (issue[2] ?? "").trim() })
  }
  return { claims, issues }
}

/** An unknown category has no known severity, so it counts as the most severe. `MUST: x` and `MUST/x` name their level themselves. */
function rateCategory(category: string): ReviewLevel {
  const [first = ""] = category.split(/[\s:/,]/)
  const named = reviewLevels.find((level) => level === first.toUpperCase())
  if (named !== undefined) return named
  const key = category.toLowerCase().replace(/[\s_]+/g, "-")
  const tables: Readonly<Record<string, ReviewLevel>> = { ...levelOfSeverity, ...reviewCategories }
  return Object.hasOwn(tables, key) ? (tables[key] ?? "MUST") : "MUST"
}

export function listPlainLines(text: string): readonly string[] {
  let fence: string | undefined
  return text.split(/\r\n|\r|\n/).filter((line) => {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined && mark !== undefined) {
      fence = mark
      return false
    }
    if (fence === undefined) return true
    if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined
    return false
  })
}
