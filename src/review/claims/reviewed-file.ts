import type { PatternMatch } from "./pattern-match.ts"
import type { ReviewKind } from "./categories.ts"

/**
 * What claims are checked against: the code, the matches of patterns in it, and the false-positive rules of its skills.
 */
export interface ReviewedMaterial {
  readonly kind: ReviewKind
  /** `src/a.ts`, as people write it: relative to the project's root, with slashes. */
  readonly files: readonly ReviewedFile[]
  /** The matches of patterns in these files, computed before anything is claimed. */
  readonly matches: readonly PatternMatch[]
  readonly falsePositiveRules: readonly string[]
  /** The project's directory, for agents that use absolute paths; absent in reviews that were started without it. */
  readonly root?: string | undefined
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
