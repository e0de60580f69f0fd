export interface AnsiText {
  readonly text: string
  readonly end: number
}

/**
 * The text of `$'…'` that begins at `at`, or undefined when it holds anything but printable ASCII, tabs, line feeds
 * and characters written as themselves: what odd bytes become depends on the locale.
 */
export function readAnsiQuoted(source: string, at: number, limit: number): AnsiText | undefined {
  let text = ""
  let pos = at + 2
  while (pos < limit && source[pos] !== "'") {
    if (source[pos] !== "\\") {
      text += source[pos++]
      continue
    }
    const escape = ESCAPE.exec(source.slice(pos, Math.min(limit, pos + 10)))
    const character = escape === null ? undefined : decoded(escape)
    if (escape === null || character === undefined) return undefined
    text += character
    pos += escape[0].length
  }
  return pos < limit ? { text, end: pos + 1 } : undefined
}

const ESCAPE = /^\\(?:([\\'"?nt])|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8}))/

function decoded(escape: RegExpExecArray): string | undefined {
  const [, simple, hex, octal, short, long] = escape
  if (simple !== undefined) return simple === "n" ? "\n" : simple === "t" ? "\t" : simple
  const code = octal === undefined ? Number.parseInt(hex ?? short ?? long ?? "", 16) : Number.parseInt(octal, 8)
  const printable = (code >= 0x20 && code <= 0x7e) || code === 9 || code === 10
  return printable ? String.fromCharCode(code) : undefined
}
