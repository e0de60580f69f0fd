/** A piece of a text that is not code; the quote that opens a string is still code. */
export interface ZoneRange {
  readonly kind: "comment" | "string"
  readonly start: number
  readonly end: number
}

/** After the closing quote; an unclosed string ends with its line. */
export function skipQuoted(text: string, start: number): number {
  const quote = text[start]
  let at = start + 1
  while (at < text.length) {
    const char = text[at]
    if (char === quote) return at + 1
    if (char === "\n" || char === "\r") return at
    at = char === "\\" ? skipEscape(text, at) : at + 1
  }
  return text.length
}

/** After a backslash and what it escapes; a line break may be two characters. */
export function skipEscape(text: string, backslash: number): number {
  const isWideLineEnd = text[backslash + 1] === "\r" && text[backslash + 2] === "\n"
  return Math.min(text.length, backslash + (isWideLineEnd ? 3 : 2))
}

export function findLineEnd(text: string, from: number): number {
  const newline = text.indexOf("\n", from)
  return newline === -1 ? text.length : newline
}
