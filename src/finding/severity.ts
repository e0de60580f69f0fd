/** How bad it would be, worst first. */
export const severities = ["critical", "major", "minor", "suggestion"] as const
export type Severity = (typeof severities)[number]

/** How sure we are, surest first. Independent of severity: a severe finding may be doubtful, a minor one certain. */
export const confidences = ["high", "medium", "low"] as const
export type Confidence = (typeof confidences)[number]

/** Negative if `a` is worse than `b`, for sort. */
export function compareSeverity(a: Severity, b: Severity): number {
  return severities.indexOf(a) - severities.indexOf(b)
}

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return compareSeverity(severity, least) <= 0
}

export function compareConfidence(a: Confidence, b: Confidence): number {
  return confidences.indexOf(a) - confidences.indexOf(b)
}

/** Whether a finding is sure enough for everybody to see it. */
export function isSure(confidence: Confidence): boolean {
  return compareConfidence(confidence, "medium") <= 0
}
