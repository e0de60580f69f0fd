import { escapeHidden } from "../../../../text/escape-hidden.ts"

/** Without control characters and invisible ones; joiners that emoji and scripts need stay, and so do line breaks. */
export function removeHidden(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n")
  if (escapeHidden(lines) === lines) return lines
  return lines.replace(/[^\t\n -~]/gu, (found, at: number) =>
    escapeHidden(lines.slice(Math.max(0, at - 2), at) + found).endsWith(found) ? found : "",
  )
}

/** The same on one line, unable to open or close a tag wherever it is quoted, and no longer than `most`. */
export function toPlainLine(text: string, most: number): string {
  const line = removeHidden(text.slice(0, most * 2))
    .replace(/\s+/g, " ")
    .trim()
  const escaped = line.replaceAll("<", "&lt;").replaceAll(">", "&gt;")
  return escaped.length <= most
    ? escaped
    : `${escaped.slice(0, most - 1).replace(/&[a-z]{0,2}$|[\ud800-\udbff]$/, "")}…`
}
