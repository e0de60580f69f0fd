import { functionAt } from "../../../claims/checking/function-at.ts"
import type { LineSpan } from "../../../claims/stated-finding.ts"

/** Lines shown around a change that is in no function. */
const AROUND = 5
/** Longer functions are shown by the lines around the change. */
const LONGEST_FUNCTION = 300

/** The lines to show of a changed file: whole functions around the changes, and the lines at its top that import. */
export function functionsAround(lines: readonly string[], changed: readonly number[]): readonly LineSpan[] {
  const spans = changed.map((line) => spanAround(lines, line))
  return joined([...importLines(lines), ...spans])
}

function spanAround(lines: readonly string[], line: number): LineSpan {
  const near = { line: Math.max(1, line - AROUND), endLine: Math.min(lines.length, line + AROUND) }
  const start = functionAt(lines, line)
  if (start === undefined) return near
  const span = { line: withHead(lines, start), endLine: endOf(lines, start) }
  if (span.endLine < line || span.endLine - span.line > LONGEST_FUNCTION) {
    return { line: Math.max(span.line, line - 10 * AROUND), endLine: Math.min(lines.length, line + 10 * AROUND) }
  }
  return span
}

/** Decorators and comments right above a function belong to it. */
function withHead(lines: readonly string[], start: number): number {
  let at = start
  while (at > 1 && /^\s*(?:@|\/\/|#|\*|\/\*|"""|\[)/.test(lines[at - 2] ?? "")) at--
  return at
}

/** Where a function ends, judged by indentation: before the next line that is not deeper than its first. */
function endOf(lines: readonly string[], start: number): number {
  const indent = (lines[start - 1] ?? "").search(/\S/)
  for (let at = start; at < lines.length; at++) {
    const text = lines[at] ?? ""
    const own = text.search(/\S/)
    if (own === -1 || own > indent) continue
    if (/^\s*[)\]}{]/.test(text)) {
      // A line such as `) {` closes the parameters, not the function.
      if (/[{(:]\s*$/.test(text)) continue
      return at + 1
    }
    return lastWritten(lines, at)
  }
  return lines.length
}

function lastWritten(lines: readonly string[], before: number): number {
  let at = before
  while (at > 0 && (lines[at - 1] ?? "").trim() === "") at--
  return at
}

function importLines(lines: readonly string[]): readonly LineSpan[] {
  return lines
    .slice(0, 80)
    .flatMap((text, at) =>
      /^\s*(?:import\b|from\b.*\bimport\b|export\b.*\bfrom\b|(?:const|let|var)\b.*\brequire\(|use\b|using\b|#\s*include\b)/.test(
        text,
      )
        ? [{ line: at + 1, endLine: at + 1 }]
        : [],
    )
}

/** Spans in order, those that touch or nearly touch as one. */
export function joined(spans: readonly LineSpan[]): readonly LineSpan[] {
  const result: LineSpan[] = []
  for (const span of spans.toSorted((a, b) => a.line - b.line)) {
    const last = result.at(-1)
    if (last === undefined || span.line > last.endLine + 3) result.push(span)
    else result[result.length - 1] = { line: last.line, endLine: Math.max(last.endLine, span.endLine) }
  }
  return result
}
