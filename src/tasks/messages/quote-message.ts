import { escapeHidden } from "../../text/escape-hidden.ts"
import { quoteText } from "../../text/quote-text.ts"
import { defuseTags } from "./inline-text.ts"

/**
 * Text that somebody else wrote, as data in a prompt: every line is quoted, hidden characters are escaped, and tags
 * that a host or Skillet gives a meaning to are defused.
 */
export function quoteMessage(text: string): string {
  return quoteText(defuseTags(text))
}

/** The same on one line, in quotation marks, cut to this many characters. */
export function quoteLine(text: string, most: number): string {
  const line = escapeHidden(defuseTags(text)).replace(/\s+/g, " ").trim().replaceAll('"', "'")
  const cut = line.length > most ? `${line.slice(0, Math.max(0, most - 1)).trimEnd()}…` : line
  return `"${cut}"`
}
