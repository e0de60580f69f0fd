import { isMap } from "../../../text/is-map.ts"
import { type Severity, severities } from "../../../finding/severity.ts"
import type { LineSpan } from "../stated-finding.ts"
import { type AnswerFields, normaliseFields, findFirstField } from "./answer-fields.ts"

/** A severity in any case, or the nearest of ours for a word of another scale. */
export function readSeverity(value: unknown): Severity | undefined {
  if (typeof value !== "string") return undefined
  const word = value.slice(0, 40).trim().toLowerCase()
  return severities.find((severity) => severity === word) ?? otherScales.get(word)
}

const otherScales: ReadonlyMap<string, Severity> = new Map([
  ["blocker", "critical"],
  ["high", "major"],
  ["error", "major"],
  ["medium", "minor"],
  ["moderate", "minor"],
  ["warning", "minor"],
  ["low", "suggestion"],
  ["info", "suggestion"],
  ["nit", "suggestion"],
  ["trivial", "suggestion"],
])

/** Lines in any form: `12`, `12-18`, `L12-L18`, `[12, 18]`, `{start, end}`, a field for each. */
export function readLineSpan(fields: AnswerFields): LineSpan | undefined {
  const span =
    readSpan(findFirstField(fields, ["range", "line_range", "lines"])) ??
    readSpan(findFirstField(fields, ["line", "line_number", "lineno", "start_line", "line_start", "location"]))
  if (span === undefined) return undefined
  const end = readSpan(findFirstField(fields, ["end_line", "line_end"]))?.line
  return end === undefined || end < span.line ? span : { line: span.line, endLine: end }
}

function readSpan(value: unknown): LineSpan | undefined {
  if (typeof value === "number") return ordered(value, value)
  if (typeof value === "string") return spanOfText(value)
  if (Array.isArray(value)) return ordered(parseNumber(value[0]), parseNumber(value[1] ?? value[0]))
  if (!isMap(value)) return undefined
  const fields = normaliseFields(value)
  const start = findFirstField(fields, ["start", "start_line", "from", "line", "begin"])
  const end = findFirstField(fields, ["end", "end_line", "to"]) ?? start
  return ordered(readLine(start), readLine(end))
}

/** In the editor protocol (LSP), a line is itself a record. */
function readLine(value: unknown): number {
  return isMap(value) ? parseNumber(normaliseFields(value).get("line")) : parseNumber(value)
}

function spanOfText(text: string): LineSpan | undefined {
  const found = LINES.exec(text.slice(0, 400).trim())
  return found === null ? undefined : ordered(Number(found[1]), Number(found[2] ?? found[1]))
}

/** With a path before it, or a column after it. */
const LINES = /^(?:.*[:#])?\s*(?:lines?\s*)?L?(\d{1,9})(?::\d{1,9})?(?:\s*(?:-|–|\.\.|,|to)\s*L?(\d{1,9}))?$/i

function parseNumber(value: unknown): number {
  if (typeof value === "number") return value
  return typeof value === "string" && /^\s*L?\d{1,9}\s*$/i.test(value) ? Number(value.replace(/L/i, "")) : Number.NaN
}

function ordered(a: number, b: number): LineSpan | undefined {
  if (!Number.isInteger(a) || !Number.isInteger(b)) return undefined
  return { line: Math.min(a, b), endLine: Math.max(a, b) }
}
