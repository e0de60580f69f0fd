import { isAtLeast, type Severity } from "../../finding/severity.ts"
import type { PatternMatch } from "../review-data.ts"
import { isSameCategory } from "./same-category.ts"

/** What of a finding a pattern can prove. */
export interface Provable {
  readonly file: string
  readonly line: number
  readonly endLine: number
  readonly category: string
  readonly severity: Severity
  /** Ids of patterns it claims to match. */
  readonly patterns: readonly string[]
}

export interface PatternProof {
  readonly match?: PatternMatch
  /** Claimed, and not matched by us at these lines. */
  readonly falseClaims: readonly string[]
}

const NEAR = 1
/** A finding about more lines than these is about more than one match shows. */
const MOST_LINES = 40

/**
 * A match of ours at the same lines, of the same kind, that needs no judge. What the finding claims counts only for
 * which of several matches it is; a finding that says worse than the pattern does must be judged.
 */
export function provePattern(finding: Provable, matches: readonly PatternMatch[]): PatternProof {
  const { file, line, endLine, category, severity, patterns } = finding
  const here = matches.filter(
    (match) => match.file === file && match.line <= endLine + NEAR && match.endLine >= line - NEAR,
  )
  const falseClaims = patterns.filter((id) => !here.some(({ rule }) => rule === id))
  const proofs = here
    .filter(
      (match) => match.autoValidated && isSameCategory(match.category, category) && isAtLeast(match.severity, severity),
    )
    .sort((a, b) => rank(a) - rank(b))
  const [match] = endLine - line < MOST_LINES ? proofs : []
  return match === undefined ? { falseClaims } : { match, falseClaims }

  function rank(match: PatternMatch): number {
    return (patterns.includes(match.rule) ? 0 : 1000) + Math.min(999, Math.abs(match.line - line))
  }
}
