import type { Mend, RejectedWhy } from "../review-finding.ts"
import type { ReviewedFile } from "../reviewed-file.ts"
import { saidText } from "../said-text.ts"
import type { LineSpan } from "../stated.ts"
import { isInChange } from "./changed-lines.ts"
import { checkMend } from "./check-mend.ts"
import { locateQuote } from "./quoted-code.ts"
import type { ReviewedCode } from "./reviewed-code.ts"
import type { StatedFinding } from "../stated.ts"

export type CheckedFinding =
  | { readonly kind: "refused"; readonly why: RejectedWhy }
  | {
      readonly kind: "found"
      readonly file: ReviewedFile
      readonly at: LineSpan
      /** As it stands in the file, made safe to show. */
      readonly evidence: string
      /** The same before that. */
      readonly code: string
      readonly mend?: Mend
      /** What is not as it was said. */
      readonly note?: string
    }

/** Looks for everything a finding claims about the code: its file, its lines, what it quotes, what it would change. */
export function checkFinding(stated: StatedFinding, code: ReviewedCode): CheckedFinding {
  const file = code.find(stated.file)
  if (file === undefined) return { kind: "refused", why: "no-such-file" }
  const lines = code.linesOf(file)
  if (stated.line < 1 || stated.line > lines.length) return { kind: "refused", why: "no-such-line" }
  const said = { line: stated.line, endLine: Math.min(stated.endLine, lines.length) }
  const at = locateQuote(stated.quote, said, code.squeezed(file))
  if (at === undefined) return { kind: "refused", why: "code-not-there" }
  if (!isInChange(at, file)) return { kind: "refused", why: "outside-change" }
  const text = lines
    .slice(at.line - 1, Math.min(at.endLine, at.line - 1 + MOST_LINES))
    .join("\n")
    .slice(0, MOST_CHARACTERS * 2)
  const mend = checkMend(stated.mend, { file, lines, at })
  return {
    kind: "found",
    file,
    at,
    evidence: evidenceText(text),
    code: text,
    ...(mend === undefined ? {} : { mend }),
    ...(at.line === said.line ? {} : { note: `reported for line ${said.line}; the quoted code is on line ${at.line}` }),
  }
}

const MOST_LINES = 12
const MOST_CHARACTERS = 1200

/** The indentation stays: it is part of how code reads. */
function evidenceText(text: string): string {
  const indent = /^[ \t]*/.exec(text)?.[0] ?? ""
  return `${indent}${saidText(text, MOST_CHARACTERS)}`
}
