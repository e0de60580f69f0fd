import { countAtMost } from "../../../text/lines.ts"
import type { Patch, RejectedWhy } from "../review-finding.ts"
import type { ReviewedFile } from "../reviewed-file.ts"
import { cleanText } from "../clean-text.ts"
import type { LineSpan, StatedFinding } from "../stated-finding.ts"
import { isInChange } from "./changed-lines.ts"
import { checkPatch } from "./check-patch.ts"
import { type ReviewedCode, squeeze } from "./reviewed-code.ts"

export type CheckedFinding =
  | { readonly kind: "refused"; readonly why: RejectedWhy }
  | {
      readonly kind: "found"
      readonly file: ReviewedFile
      readonly at: LineSpan
      /** As in the file, made safe to show. */
      readonly evidence: string
      /** The same before that. */
      readonly code: string
      readonly patch?: Patch | undefined
      /** What differs from what was claimed. */
      readonly note?: string
    }

/** Checks everything that a finding claims about the code: its file, its lines, its quote, its change. */
export function checkFinding(stated: StatedFinding, code: ReviewedCode): CheckedFinding {
  const file = code.find(stated.file)
  if (file === undefined) return { kind: "refused", why: "no-such-file" }
  const lines = code.linesOf(file)
  if (stated.line < 1 || stated.line > lines.length) return { kind: "refused", why: "no-such-line" }
  const said = { line: stated.line, endLine: Math.min(stated.endLine, lines.length) }
  const at = locateQuote(stated.quote, said, code.squeezed(file))
  if (at === undefined) return { kind: "refused", why: "code-not-there" }
  if (!isInChange(at, file)) return { kind: "refused", why: "outside-change" }
  const patch = checkPatch(stated.patch, { file, lines, at })
  return {
    kind: "found",
    file,
    at,
    ...quoteLines(at, lines),
    ...(patch === undefined ? {} : { patch }),
    ...(at.line === said.line ? {} : { note: `reported for line ${said.line}; the quoted code is on line ${at.line}` }),
  }
}

const MOST_LINES = 12
const MOST_CHARACTERS = 1200

/**
 * The code on these lines: unchanged, and made safe to show. The indentation is kept, because it matters to the reader.
 */
export function quoteLines(
  { line, endLine }: LineSpan,
  lines: readonly string[],
): { readonly code: string; readonly evidence: string } {
  const code = lines
    .slice(line - 1, Math.min(endLine, line - 1 + MOST_LINES))
    .join("\n")
    .slice(0, MOST_CHARACTERS * 2)
  const indent = /^[ \t]*/.exec(code)?.[0] ?? ""
  return { code, evidence: `${indent}${cleanText(code, MOST_CHARACTERS)}` }
}

const NEAR = 20

/**
 * Where quoted code really is: on the named lines, or at the nearest place within twenty lines. White space does not
 * count; a line of dots or an ellipsis stands for anything. Undefined if it does not exist; a quote that is too short
 * to mean anything is accepted where it was claimed to be.
 */
export function locateQuote(quote: string, said: LineSpan, lines: readonly string[]): LineSpan | undefined {
  const readings = [plainQuote(quote), unnumberedQuote(quote), addedQuote(quote)].filter((parts) => parts.length > 0)
  if (readings.length === 0) return said
  const view = readView(said, lines)
  for (const parts of readings) {
    const place = findParts(parts, said, view)
    if (place !== undefined) return place
  }
  return undefined
}

const SHORTEST = 4
const MOST_PLACES = 200
const MOST_QUOTED_LINES = 500

/** The named lines and those around them as one text, with the line on which each piece begins. */
interface View {
  readonly text: string
  readonly starts: readonly number[]
  readonly first: number
}

function readView(said: LineSpan, lines: readonly string[]): View {
  const first = Math.max(1, said.line - NEAR)
  const starts: number[] = []
  let text = ""
  for (const line of lines.slice(first - 1, Math.min(said.endLine, said.line + MOST_QUOTED_LINES) + NEAR)) {
    starts.push(text.length)
    if (line !== "") text += `${line} `
  }
  return { text, starts, first }
}

function findParts(parts: readonly string[], said: LineSpan, view: View): LineSpan | undefined {
  const [part = "", ...others] = parts
  const places: LineSpan[] = []
  for (
    let at = view.text.indexOf(part);
    at !== -1 && places.length < MOST_PLACES;
    at = view.text.indexOf(part, at + 1)
  ) {
    const end = endOfOthers(others, at + part.length, view.text)
    if (end !== undefined) places.push({ line: toLine(at, view), endLine: toLine(end - 1, view) })
  }
  const [nearest] = places.sort((a, b) => distance(a, said) - distance(b, said))
  if (nearest === undefined) return undefined
  return distance(nearest, said) === 0 ? said : nearest
}

function endOfOthers(parts: readonly string[], from: number, text: string): number | undefined {
  let end = from
  for (const part of parts) {
    const at = text.indexOf(part, end)
    if (at === -1) return undefined
    end = at + part.length
  }
  return end
}

function distance(a: LineSpan, b: LineSpan): number {
  return Math.max(0, a.line - b.endLine, b.line - a.endLine)
}

function toLine(offset: number, { starts, first }: View): number {
  return first + countAtMost(starts, offset, (start) => start) - 1
}

function plainQuote(quote: string): readonly string[] {
  return splitQuote(quote.split("\n"))
}

/** A quote from a listing with line numbers. */
function unnumberedQuote(quote: string): readonly string[] {
  const lines = quote.split("\n").filter((line) => line.trim() !== "")
  return lines.every((line) => NUMBER.test(line)) ? splitQuote(lines.map((line) => line.replace(NUMBER, ""))) : []
}

const NUMBER = /^\s*\d{1,7}\s*[|:]\s?/

/** A quote from a diff: the lines it removes no longer exist. */
function addedQuote(quote: string): readonly string[] {
  const lines = quote.split("\n")
  if (!lines.some((line) => /^\s*[-+]/.test(line))) return []
  return splitQuote(lines.filter((line) => !/^\s*-/.test(line)).map((line) => line.replace(/^\s*\+/, "")))
}

/** Pieces without dots, each with single spaces. Fences are not part of it. */
function splitQuote(lines: readonly string[]): readonly string[] {
  const text = lines
    .filter((line) => !/^\s*(?:`{3,}|~{3,})[\w-]*\s*$/.test(line))
    .map((line) => (/^\s*(?:\/\/|#|\/\*)?\s*(?:\.\.\.|…)\s*(?:\*\/)?\s*$/.test(line) ? "…" : line))
    .join("\n")
    .trim()
    .replace(/^`([^`\n]+)`$/, "$1")
  const parts = text
    .split("…")
    .map(squeeze)
    .filter((part) => part.length > 0)
  return parts.join("").length < SHORTEST ? [] : parts.slice(0, 10)
}
