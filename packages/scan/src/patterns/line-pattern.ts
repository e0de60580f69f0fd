import type { RuleFacts } from "../rule-facts.ts"

/** A regular expression that is tried on single lines. */
export interface LinePattern extends RuleFacts {
  readonly regex: string
  readonly ignoreCase: boolean
  /** Where a match must begin. */
  readonly where: PatternPlace
}

export const patternPlaces = ["anywhere", "code", "comment"] as const
export type PatternPlace = (typeof patternPlaces)[number]
