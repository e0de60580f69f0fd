import { findFunctionStart } from "../../claims/checking/find-function-start.ts"
import type { ReviewedFile } from "../../claims/reviewed-file.ts"
import type { LineSpan } from "../../claims/stated-finding.ts"
import { estimateTokens } from "../../../text/estimate-tokens.ts"
import { groupDigits } from "../../../text/format-count.ts"
import { LONG_LINE } from "../../claims/file-place.ts"
import { isHandWritten } from "./hand-written.ts"

/** A piece of a file as it is shown: the whole file, the functions around its changes, or some of its lines. */
export interface ShownPiece {
  readonly file: ReviewedFile
  /** Numbered lines, or a diff. */
  readonly text: string
  /** Which lines are shown; absent for the whole file. */
  readonly lines?: readonly LineSpan[] | undefined
  readonly tokens: number
  /** A line was too long and is cut. */
  readonly isCut?: true | undefined
}

/**
 * Cuts a file into as few pieces as possible, each of at most so many tokens. Of a long changed file, only the parts
 * around the changes.
 */
export function cutIntoPieces(
  file: ReviewedFile,
  { room, diffOnly }: { readonly room: number; readonly diffOnly: boolean },
): readonly ShownPiece[] {
  if (diffOnly && file.diff !== undefined && file.diff.length <= room * 2)
    return [{ file, text: file.diff, tokens: estimateTokens(file.diff) + HEAD_TOKENS }]
  const lines = splitFileLines(file)
  if (file.changed === undefined || lines.length <= SHORT_FILE) {
    return inPieces(file, { lines, spans: [{ line: 1, endLine: lines.length }], room })
  }
  return inPieces(file, { lines, spans: findFunctionsAround(lines, file.changed), room })
}

/** The lines of a file. A line break at its end does not begin another one. */
export function splitFileLines({ text }: Pick<ReviewedFile, "text">): readonly string[] {
  return text.replace(/\n$/, "").split("\n")
}

/** A changed file up to this length is shown whole. */
const SHORT_FILE = 150
/** The line that names the file, and its fence. */
const HEAD_TOKENS = 30

interface Cutting {
  readonly lines: readonly string[]
  readonly spans: readonly LineSpan[]
  readonly room: number
}

function inPieces(file: ReviewedFile, { lines, spans, room }: Cutting): readonly ShownPiece[] {
  const isWhole = spans.length === 1 && spans[0]?.line === 1 && spans[0].endLine === lines.length
  const most = isHandWritten(file) ? Number.POSITIVE_INFINITY : LONG_LINE
  const text = numberLines(lines, spans, most)
  const tokens = estimateTokens(text) + HEAD_TOKENS
  const isCut = spans.some(({ line, endLine }) => lines.slice(line - 1, endLine).some((one) => one.length > most))
  if (tokens <= room) {
    return [{ file, text, lines: isWhole ? undefined : spans, tokens, ...(isCut ? { isCut } : {}) }]
  }
  const halves = halved(lines, spans)
  return halves === undefined
    ? [{ file, text: text.slice(0, room * 2), lines: spans, tokens: room, isCut: true }]
    : halves.flatMap((half) => inPieces(file, { lines, spans: half, room }))
}

/** Cuts into two halves, between functions if one begins near the middle. Undefined for a single line. */
function halved(lines: readonly string[], spans: readonly LineSpan[]): readonly (readonly LineSpan[])[] | undefined {
  const [only, ...others] = spans
  if (only !== undefined && others.length > 0) {
    const middle = Math.ceil(spans.length / 2)
    return [spans.slice(0, middle), spans.slice(middle)]
  }
  if (only === undefined || only.line === only.endLine) return undefined
  const middle = only.line + Math.floor((only.endLine - only.line + 1) / 2)
  const start = findFunctionStart(lines, middle) ?? middle
  const cut = start > only.line + (middle - only.line) / 2 ? start : middle
  return [[{ line: only.line, endLine: cut - 1 }], [{ line: cut, endLine: only.endLine }]]
}

/** Lines with their numbers, and a note where lines are left out or a line is longer than `most` characters. */
export function numberLines(
  lines: readonly string[],
  spans: readonly LineSpan[],
  most: number = Number.POSITIVE_INFINITY,
): string {
  const width = String(lines.length).length
  return spans
    .map(({ line, endLine }) =>
      lines
        .slice(line - 1, endLine)
        .map((text, at) => `${String(line + at).padStart(width)}| ${cutLine(text, most)}`)
        .join("\n"),
    )
    .join(`\n${" ".repeat(width)}| …\n`)
}

function cutLine(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)} … (${groupDigits(text.length - most)} more characters)`
}

/** Lines shown around a change that is not in a function. */
const AROUND = 5
/** Of longer functions, only the lines around the change are shown. */
const LONGEST_FUNCTION = 300

/** The lines to show of a changed file: the whole functions around the changes, and the imports at its top. */
export function findFunctionsAround(lines: readonly string[], changed: readonly number[]): readonly LineSpan[] {
  const spans = changed.map((line) => spanAround(lines, line))
  return mergeSpans([...importLines(lines), ...spans])
}

function spanAround(lines: readonly string[], line: number): LineSpan {
  const near = { line: Math.max(1, line - AROUND), endLine: Math.min(lines.length, line + AROUND) }
  const start = findFunctionStart(lines, line)
  if (start === undefined) return near
  const span = { line: withHead(lines, start), endLine: findEnd(lines, start) }
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
function findEnd(lines: readonly string[], start: number): number {
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

/** Spans in order, merged where they touch or nearly touch. */
export function mergeSpans(spans: readonly LineSpan[]): readonly LineSpan[] {
  const result: LineSpan[] = []
  for (const span of spans.toSorted((a, b) => a.line - b.line)) {
    const last = result.at(-1)
    if (last === undefined || span.line > last.endLine + 3) result.push(span)
    else result[result.length - 1] = { line: last.line, endLine: Math.max(last.endLine, span.endLine) }
  }
  return result
}
