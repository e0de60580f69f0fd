import type { Finding } from "../../finding/finding.ts"
import { escapeHidden } from "../../text/escape-hidden.ts"
import { cutToWidth, measureWidth } from "../../text/measure-width.ts"

export interface FrameStyle {
  readonly width: number
  readonly gutter: (text: string) => string
  readonly mark: (text: string) => string
}

type Place = Pick<Finding, "line" | "range" | "evidence" | "title" | "description">

const MOST_LINES = 5
const LEAST_ROOM = 20

/** The lines of a finding, each with its number, and marks under the relevant part. */
export function renderCodeFrame(finding: Place, style: FrameStyle): readonly string[] {
  const lines = withoutIndent(finding.evidence.replace(/\r\n?/g, "\n").trimEnd().split("\n"))
  if (lines.length === 0) return []
  const kept = lines.slice(0, MOST_LINES)
  const digits = String(finding.line + kept.length - 1).length
  const gutter = (text: string) => style.gutter(`${text.padStart(digits)} | `)
  const room = Math.max(LEAST_ROOM, style.width - digits - 3)
  const marked = lines.length === 1 ? markedPart(finding) : undefined
  if (marked !== undefined) {
    const { code, marks } = cutWindow(marked, room)
    return [gutter(String(finding.line)) + code, gutter("") + style.mark(marks)]
  }
  return [
    ...kept.map((text, at) => gutter(String(finding.line + at)) + cutToWidth(drawn(text), room)),
    ...(lines.length > MOST_LINES ? [`${gutter("")}… ${lines.length - MOST_LINES} more`] : []),
  ]
}

/** Code in three parts; the middle one is the relevant part. */
interface Marked {
  readonly before: string
  readonly meant: string
  readonly after: string
}

function markedPart(finding: Place): Marked | undefined {
  const text = finding.evidence.trimEnd()
  const span = spanOfRange(finding, text) ?? spanOfName(finding, text)
  if (span === undefined) return undefined
  const [from, to] = span
  return {
    before: drawn(text.slice(0, from)).trimStart(),
    meant: drawn(text.slice(from, to)),
    after: drawn(text.slice(to)),
  }
}

type Span = readonly [number, number]

/** Undefined if the range does not fit the text, because its meaning is then unknown. */
function spanOfRange({ range }: Place, text: string): Span | undefined {
  if (range === undefined || range.startLine !== range.endLine) return undefined
  const isPart = text.length === range.endColumn - range.startColumn
  const from = isPart ? 0 : range.startColumn - 1
  const to = isPart ? text.length : range.endColumn - 1
  return from < 0 || to > text.length || text.slice(from, to).trim() === "" ? undefined : [from, to]
}

/** The first code that the text names and that occurs once in the line. */
function spanOfName({ title, description }: Place, text: string): Span | undefined {
  const names = [...`${title} ${description}`.matchAll(/`([^`\s][^`]*)`/g)].map((match) =>
    (match[1] ?? "").replace(/\(\)$/, ""),
  )
  const name = names.find((one) => one !== "" && text.includes(one) && text.indexOf(one) === text.lastIndexOf(one))
  return name === undefined ? undefined : [text.indexOf(name), text.indexOf(name) + name.length]
}

const BEHIND = 10

/** As much of the line as fits, shifted so that the marks and a little of what follows are visible. */
function cutWindow({ before, meant, after }: Marked, room: number): { readonly code: string; readonly marks: string } {
  const wide = measureWidth(meant)
  const fits = measureWidth(before) + wide + Math.min(BEHIND, measureWidth(after)) <= room
  const most = Math.max(Math.floor(room / 2), room - wide - BEHIND)
  const lead = fits || measureWidth(before) <= most ? before : `…${lastColumns(before, most - 1)}`
  const start = measureWidth(lead)
  const marks = "^".repeat(Math.max(1, Math.min(wide, room - start)))
  return { code: cutToWidth(lead + meant + after, room), marks: " ".repeat(start) + marks }
}

function lastColumns(text: string, most: number): string {
  let kept = ""
  for (const character of Array.from(text).reverse()) {
    if (measureWidth(character + kept) > most) break
    kept = character + kept
  }
  return kept
}

function drawn(text: string): string {
  return escapeHidden(text.replaceAll("\t", "  "))
}

/** Removes common indentation, which only takes up space. */
function withoutIndent(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== "")
  if (filled.length === 0) return []
  const indent = Math.min(...filled.map((line) => line.length - line.trimStart().length))
  return lines.map((line) => line.slice(indent))
}
