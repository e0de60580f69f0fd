import type { CompiledPattern } from "./compile-patterns.ts"
import { scanLines } from "./scan-lines.ts"
import { syntaxOf } from "./code-language.ts"

/** What somebody says they saw: this pattern, on this line of this file. */
export interface Claim {
  readonly pattern: string
  /** From 1. */
  readonly line: number
  readonly endLine?: number
}

/** What became of it: the line and the text that matched, or why nothing did. */
export type ClaimCheck =
  | { readonly status: "holds"; readonly line: number; readonly evidence: string }
  | { readonly status: "no-match" }
  | { readonly status: "unknown-pattern" }
  | { readonly status: "no-such-line" }

/** Tries a claimed pattern on the claimed lines. The claim itself counts for nothing. */
export function matchClaim(
  claim: Claim,
  code: { readonly file: string; readonly text: string },
  patterns: readonly CompiledPattern[],
): ClaimCheck {
  const compiled = patterns.find(({ pattern }) => pattern.id === claim.pattern)
  if (compiled === undefined) return { status: "unknown-pattern" }
  const lines = code.text.split("\n")
  if (claim.line < 1 || claim.line > lines.length) return { status: "no-such-line" }
  const syntax = syntaxOf(code.file)
  const matches = scanLines({ text: code.text, ...(syntax === undefined ? {} : { syntax }) }, [compiled])
  for (const { start, end } of matches) {
    const line = code.text.slice(0, start).split("\n").length
    if (line >= claim.line && line <= (claim.endLine ?? claim.line)) {
      return { status: "holds", line, evidence: code.text.slice(start, end) }
    }
  }
  return { status: "no-match" }
}
