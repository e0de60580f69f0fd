import type { Completion } from "../../catalog/editor/complete-header.ts"
import type { TextPosition } from "../../catalog/editor/header-cursor.ts"
import type { QuickFix } from "../../catalog/editor/list-quick-fixes.ts"
import type { Problem } from "../../problem/problem.ts"
import type { OpenDocument } from "./open-documents.ts"

const severities = { error: 1, warning: 2, note: 3 } as const

/** A problem from its place to the end of the line. */
export function toDiagnostic({ code, level, line = 1, column = 1, message, fix }: Problem, text: string) {
  const lines = text.split(/\r\n|\n|\r/)
  const at = Math.max(0, Math.min(line - 1, lines.length - 1))
  const end = (lines[at] ?? "").trimEnd().length
  return {
    range: {
      start: { line: at, character: Math.min(Math.max(0, column - 1), end) },
      end: { line: at, character: end },
    },
    severity: severities[level],
    code,
    source: "skillet",
    message: fix === undefined ? message : `${message}\n→ ${fix}`,
  }
}

export function toCompletionItem(completion: Completion, { line, character }: TextPosition) {
  const { label, kind, insert, from, detail, about } = completion
  const range = { start: { line, character: Math.min(from, character) }, end: { line, character } }
  return {
    label,
    kind: kind === "field" ? 10 : 12,
    detail,
    ...(about === undefined ? {} : { documentation: { kind: "markdown", value: about } }),
    textEdit: { range, newText: insert },
  }
}

interface Fixed {
  readonly document: OpenDocument
  readonly problems: readonly Problem[]
}

export function toCodeAction({ title, codes, line, edit }: QuickFix, { document, problems }: Fixed) {
  const concerned = problems.filter((one) => codes.includes(one.code) && (line === undefined || one.line === line))
  const { start, end, text } = edit
  return {
    title,
    kind: "quickfix",
    diagnostics: concerned.map((one) => toDiagnostic(one, document.text)),
    isPreferred: line === undefined,
    edit: { changes: { [document.uri]: [{ range: { start, end }, newText: text }] } },
  }
}
