/** How many columns a text takes on a terminal: wide characters two, combining ones none. */
export function measureWidth(text: string): number {
  if (isPlain(text)) return text.length
  let width = 0
  for (const character of text) width += countColumns(character)
  return width
}

/** The text, cut to a number of columns, with a mark where it was cut. */
export function cutToWidth(text: string, most: number, mark = "…"): string {
  if (most === Number.POSITIVE_INFINITY || (text.length <= most && isPlain(text))) return text
  if (measureWidth(text) <= most) return text
  let width = 0
  let kept = ""
  for (const character of text) {
    width += countColumns(character)
    if (width > most - mark.length) break
    kept += character
  }
  return `${kept.trimEnd()}${mark}`
}

/** The same, cut between two words if there is room for more than half of it. */
export function cutAtWord(text: string, most: number): string {
  const cut = cutToWidth(text, most)
  if (cut === text) return text
  const kept = cut.slice(0, -1)
  const isBetween = text.slice(kept.length).startsWith(" ")
  const end = isBetween ? kept.length : kept.lastIndexOf(" ")
  return end > most / 2 ? `${kept.slice(0, end).replace(/[\s,;:.–-]+$/, "")}…` : cut
}

export function padToWidth(text: string, width: number): string {
  return isPlain(text) ? text.padEnd(width) : text + " ".repeat(Math.max(0, width - measureWidth(text)))
}

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7e) return false
  return true
}

function countColumns(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x300) return 1
  if (/\p{Mark}|\u200c|\u200d|[\ufe00-\ufe0f]/u.test(character)) return 0
  const isWide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  return isWide ? 2 : 1
}
