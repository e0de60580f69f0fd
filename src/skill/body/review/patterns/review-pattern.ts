import type { ReviewSeverity } from "../severity.ts"

/** A finding that this matches needs no judge. */
export interface ReviewPattern {
  readonly id: string
  /** A regular expression; without one, something else must find it. */
  readonly pattern?: string
  readonly description: string
  readonly category?: string
  readonly severity?: ReviewSeverity
  readonly language?: string
  /** The skill says that no regular expression can find it. */
  readonly detector?: "external"
  /** Its expression cannot be read, so nothing can match it. */
  readonly isBroken?: true
}
