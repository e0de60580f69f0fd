/** How bad it would be, worst first. */
export const severities = ["critical", "major", "minor", "suggestion"] as const
export type Severity = (typeof severities)[number]

/** How sure we are, surest first. Independent of severity: a severe match may be doubtful, a minor one certain. */
export const confidences = ["high", "medium", "low"] as const
export type Confidence = (typeof confidences)[number]
