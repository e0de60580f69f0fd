/** The severity of what a check finds, worst first, as review skills write it. */
export const reviewSeverities = ["Critical", "Major", "Minor", "Suggestion"] as const
export type ReviewSeverity = (typeof reviewSeverities)[number]

/** The lowest and the highest severity of a category. */
export type SeverityRange = readonly [low: ReviewSeverity, high: ReviewSeverity]

/** What is in parentheses after a name. */
export type Rating =
  | { readonly kind: "none" }
  | {
      readonly kind: "rated"
      readonly severity: ReviewSeverity
      readonly range?: SeverityRange
      readonly rest?: string
    }
  /** It is meant as a severity but is not one of ours. */
  | { readonly kind: "unknown"; readonly word: string }

export interface Title {
  readonly name: string
  readonly rating: Rating
}

/** Longer ones are prose; the limit keeps reading fast, whatever they contain. */
const MOST_OF_A_TITLE = 300

/** Reads `Name (Severity)`, `Name (Low to High)` and `Name (High/Low)`; other parentheses are part of the name. */
export function readTitle(text: string): Title {
  if (text.length > MOST_OF_A_TITLE) return { name: text.trim(), rating: { kind: "none" } }
  const match = /^(.+?)\s*\(([^()]*)\)\s*:?$/.exec(text.trim())
  const rating: Rating = match === null ? { kind: "none" } : readRating(match[2] ?? "")
  return { name: rating.kind === "none" ? text.trim() : (match?.[1] ?? ""), rating }
}

export function readRating(text: string): Rating {
  if (text.length > MOST_OF_A_TITLE) return { kind: "none" }
  const words = text
    .replace(/\b(?:severity|priority)\b:?/gi, "")
    .split(/\s*(?:\/|,|\||–|—|-|\bto\b|\bor\b|\band\b)\s*/i)
    .map((word) => word.trim())
    .filter((word) => word !== "")
  const rated = words.flatMap((word) => toSeverity(word) ?? [])
  const rest = words.filter((word) => toSeverity(word) === undefined)
  if (rated.length === 0) {
    const like = rest.find((word) => LIKE_A_SEVERITY.test(word))
    return like === undefined ? { kind: "none" } : { kind: "unknown", word: text.trim() }
  }
  const sorted = reviewSeverities.filter((severity) => rated.includes(severity))
  const [high = "Critical", low = high] = [sorted[0], sorted.at(-1)]
  return {
    kind: "rated",
    severity: high,
    ...(low === high ? {} : { range: [low, high] as const }),
    ...(rest.length === 0 ? {} : { rest: rest.join(", ") }),
  }
}

/**
 * The severity that a category without one mentions: anywhere in its title or prose, but in a check only if it labels
 * it.
 */
export function findSeverity(prose: readonly string[], checks: readonly string[]): ReviewSeverity | null {
  const spoken = prose.flatMap((text) => text.match(/\b(?:critical|major)\b/gi) ?? [])
  const marked = checks.flatMap((text) => {
    const match = /^\**(critical|major)\**\s*[:—–-]|[([](critical|major)[)\]]/i.exec(text)
    return match === null ? [] : [match[1] ?? match[2] ?? ""]
  })
  const found = [...spoken, ...marked].map((word) => toSeverity(word))
  return reviewSeverities.find((severity) => found.includes(severity)) ?? null
}

function toSeverity(word: string): ReviewSeverity | undefined {
  const plain = word.toLowerCase().replace(/s$/, "")
  return reviewSeverities.find((severity) => severity.toLowerCase() === plain)
}

/** Words other scales use, and typing errors. */
const LIKE_A_SEVERITY =
  /^(?:high(?:est)?|medium|moderate|low(?:est)?|severe|serious|blockers?|blocking|trivial|informational|nits?|p[0-5]|crit\w*|maj\w*|min\w{0,3}|sugg\w*)$/i
