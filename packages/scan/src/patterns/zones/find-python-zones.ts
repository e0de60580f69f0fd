import { skipEscape, findLineEnd, skipQuoted, type ZoneRange } from "./zone-range.ts"

/**
 * The comments and strings of Python, in order. Expressions in a formatted string are code; its braces, and the text
 * after the colon of a field, belong to the string.
 */
export function findPythonZones(text: string): readonly ZoneRange[] {
  const scan: Scan = { text, at: 0, ranges: [], open: [], strings: [] }
  while (scan.at < text.length) step(scan)
  return scan.ranges
}

interface Scan {
  readonly text: string
  at: number
  readonly ranges: ZoneRange[]
  /** What was opened and not closed: `field` is `{…}` in a formatted string, `format` the text after its colon. */
  readonly open: ("(" | "[" | "{" | "field" | "format")[]
  /** The formatted strings around the place, the innermost last. */
  readonly strings: Formatted[]
}

interface Formatted {
  readonly quote: string
  readonly isRaw: boolean
  /** How much was open when it began. */
  readonly depth: number
}

const closers: Readonly<Record<string, string>> = { ")": "(", "]": "[" }

function step(scan: Scan): void {
  const { text, at, open } = scan
  const char = text[at] ?? ""
  switch (char) {
    case "#":
      return mark(scan, { kind: "comment", start: at, end: findLineEnd(text, at) })
    case '"':
    case "'":
      return readString(scan, "")
    case "(":
    case "[":
    case "{":
      open.push(char)
      break
    case ")":
    case "]":
      if (open.at(-1) === closers[char]) open.pop()
      break
    case "}":
      return closeBrace(scan)
    case ":":
      if (open.at(-1) !== "field") break
      open.push("format")
      return readFormatted(scan, at)
    default:
      if (/\w/.test(char)) return readWord(scan)
  }
  scan.at++
}

/** A word, with the string it may be the prefix of. */
function readWord(scan: Scan): void {
  const start = scan.at
  let end = start + 1
  while (end < scan.text.length && /\w/.test(scan.text[end] ?? "")) end++
  scan.at = end
  const isQuote = scan.text[end] === '"' || scan.text[end] === "'"
  if (isQuote && end - start <= 2) readString(scan, scan.text.slice(start, end).toLowerCase())
}

function readString(scan: Scan, prefix: string): void {
  const { text, at } = scan
  const one = text[at] ?? ""
  const quote = text.startsWith(one.repeat(3), at) ? one.repeat(3) : one
  if (/^(?:[ft]r?|r[ft])$/.test(prefix)) {
    scan.strings.push({ quote, isRaw: prefix.includes("r"), depth: scan.open.length })
    scan.at += quote.length
    return readFormatted(scan, at + 1)
  }
  mark(scan, { kind: "string", start: at + 1, end: quote.length === 1 ? skipQuoted(text, at) : endOfLong(text, at) })
}

function endOfLong(text: string, start: number): number {
  const quote = text.slice(start, start + 3)
  let at = start + 3
  while (at < text.length) {
    if (text[at] === quote[0] && text.startsWith(quote, at)) return at + 3
    at = text[at] === "\\" ? skipEscape(text, at) : at + 1
  }
  return text.length
}

/** The end of a field, or of a set or dictionary; missing brackets must not swallow it. */
function closeBrace(scan: Scan): void {
  const { open } = scan
  while (open.at(-1) === "(" || open.at(-1) === "[") open.pop()
  const top = open.pop()
  if (top === "field") return readFormatted(scan, scan.at++)
  scan.at++
}

const outside: Formatted = { quote: "\n", isRaw: true, depth: 0 }

/** The text of a formatted string, marked from `start` and read from where the scan is, to its next field or its end. */
function readFormatted(scan: Scan, start: number): void {
  const { text, open, strings } = scan
  const { quote, isRaw, depth } = strings.at(-1) ?? outside
  let at = scan.at
  while (at < text.length) {
    const char = text[at]
    if (text.startsWith(quote, at) || (quote.length === 1 && (char === "\n" || char === "\r"))) {
      strings.pop()
      open.length = depth
      return mark(scan, { kind: "string", start, end: char === quote[0] ? at + quote.length : at })
    }
    const isFormat = open.at(-1) === "format"
    if (char === "{" && (isFormat || text[at + 1] !== "{")) {
      open.push("field")
      return mark(scan, { kind: "string", start, end: at + 1 })
    }
    if (char === "}" && isFormat) open.length -= 2
    at = char === "{" ? at + 2 : char === "\\" ? behindBackslash(text, at, isRaw) : at + 1
  }
  mark(scan, { kind: "string", start, end: text.length })
}

const namedCharacter = /N\{[A-Za-z0-9 -]*\}/y

/** A backslash does not keep a brace from opening a field, but the braces of a character's name open none. */
function behindBackslash(text: string, at: number, isRaw: boolean): number {
  namedCharacter.lastIndex = at + 1
  if (!isRaw && namedCharacter.test(text)) return namedCharacter.lastIndex
  return text[at + 1] === "{" || text[at + 1] === "}" ? at + 1 : skipEscape(text, at)
}

function mark(scan: Scan, range: ZoneRange): void {
  if (range.end > range.start) scan.ranges.push(range)
  scan.at = range.end
}
