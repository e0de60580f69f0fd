import { isAtLeast, type Severity } from "../../finding/severity.ts"
import type { PatternMatch } from "../../analysis/matches/pattern-match.ts"
import { isSameCategory } from "../same-category.ts"

/** What of a finding a pattern can prove. */
export interface Provable {
  readonly file: string
  readonly line: number
  readonly endLine: number
  readonly category: string
  readonly severity: Severity
  /** Whether a match is about the kind of issue that its words name: another proves nothing. */
  readonly isOfKind: (match: PatternMatch) => boolean
  /** Ids of patterns it claims to match. */
  readonly patterns: readonly string[]
}

export interface PatternProof {
  readonly match?: PatternMatch
  /** Claimed, and not matched by us at these lines. */
  readonly falseClaims: readonly string[]
}

/** A finding about more lines than these is about more than one match shows. */
const MOST_LINES = 40

/**
 * A match of ours on the finding's own lines, of its own kind, that needs no judge. What the finding claims counts only
 * for which of several matches it is: one that it names comes first. A finding that says worse than the pattern does
 * must be judged.
 */
export function provePattern(finding: Provable, matches: readonly PatternMatch[]): PatternProof {
  const { file, line, endLine, patterns } = finding
  const own = matches.filter((match) => match.file === file && isWithin(match, line, endLine))
  const claimed = own.filter(({ rule }) => patterns.includes(rule))
  const falseClaims = patterns.filter((id) => !claimed.some(({ rule }) => rule === id))
  if (endLine - line >= MOST_LINES) return { falseClaims }
  const candidates = claimed.length > 0 ? claimed : own
  const [match] = candidates
    .filter((one) => proves(one, finding))
    .sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line))
  return match === undefined ? { falseClaims } : { match, falseClaims }
}

function isWithin(match: PatternMatch, from: number, to: number): boolean {
  return match.line <= to && match.endLine >= from
}

function proves(match: PatternMatch, { category, severity, isOfKind }: Provable): boolean {
  if (!match.autoValidated || !isSameCategory(match.category, category)) return false
  return isAtLeast(match.severity, severity) && isOfKind(match)
}
