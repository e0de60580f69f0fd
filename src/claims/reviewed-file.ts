import type { PatternMatch } from "../analysis/matches/pattern-match.ts"
import type { ReviewKind } from "./categories.ts"

/** What claims are checked against: the code, what patterns found in it, and what its skills excuse. */
export interface ReviewedMaterial {
  readonly kind: ReviewKind
  /** `src/a.ts` as people write it: from the project's root, with slashes. */
  readonly files: readonly ReviewedFile[]
  /** What patterns found in these files: computed by us, before anybody claims anything. */
  readonly matches: readonly PatternMatch[]
  readonly falsePositiveRules: readonly string[]
}

export interface ReviewedFile {
  readonly path: string
  readonly language: string
  readonly text: string
  /** The lines that a change added, from 1; absent if whole files are reviewed. */
  readonly changed?: readonly number[]
  readonly diff?: string
  /** Read first: a skill names it. */
  readonly isPriority: boolean
  readonly isTest: boolean
  readonly isGenerated: boolean
}
