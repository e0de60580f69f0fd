import { escapeHidden } from "./escape-hidden.ts"

/** Text that somebody else wrote, as data in a prompt: every line is quoted, and hidden characters are escaped. */
export function quoteText(text: string): string {
  return escapeHidden(text)
    .split(/\r\n|\n|\r/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n")
}
