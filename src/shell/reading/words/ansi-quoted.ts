export interface AnsiText {
  /** Undefined if it contains anything but printable ASCII, tabs, line feeds and characters written as themselves. */
  readonly text: string | undefined
  readonly end: number
}

/**
 * The text of `$'…'` that begins at `at`, or undefined if it does not end. The locale decides what other bytes become.
 */
export function readAnsiQuoted(source: string, at: number, limit: number): AnsiText | undefined {
  let text: string | undefined = ""
  let pos = at + 2
  while (pos < limit && source[pos] !== "'") {
    const escape = source[pos] === "\\" ? ESCAPE.exec(source.slice(pos, Math.min(limit, pos + 10))) : undefined
    if (escape === undefined) {
      if (text !== undefined) text += source[pos]
      pos++
      continue
    }
    const character = escape === null ? undefined : decoded(escape)
    if (character === undefined) text = undefined
    else if (text !== undefined) text += character
    pos += escape?.[0].length ?? 2
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
