import { outlineOf } from "../../skill/body/outline.ts"
import { visibleLine, visibleText } from "../../text/visible-text.ts"
import { isAgentName } from "./agent-name.ts"

/**
 * Text that somebody else wrote, as data in a prompt: every line is a quotation, hidden characters are escapes, and tags
 * that a host or we ourselves give a meaning to are not tags any more.
 */
export function quoteMessage(text: string): string {
  return visibleText(defused(text))
    .split(/\r\n|\n|\r/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n")
}

/** The same on one line, in quotation marks, cut to so many characters. */
export function quoteLine(text: string, most: number): string {
  const line = visibleText(defused(text)).replace(/\s+/g, " ").trim().replaceAll('"', "'")
  const cut = line.length > most ? `${line.slice(0, Math.max(0, most - 1)).trimEnd()}…` : line
  return `"${cut}"`
}

/** Words of others inside a line of ours, such as a title: they stay on it, and cannot claim to be the current task. */
export function inlineText(text: string, most: number = LONGEST_INLINE): string {
  const line = defused(withoutMark(visibleLine(text)))
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line
}

const LONGEST_INLINE = 300

/** The name of whoever is named, as it can follow an `@`. */
export function nameText(name: string): string {
  return isAgentName(name)
    ? name
    : visibleLine(name)
        .replace(/[^\p{L}\p{N}_.-]+/gu, "_")
        .slice(0, 64)
}

/** Only we mark a task as the current one. */
export function withoutMark(text: string): string {
  return text.replaceAll("<--", "<-")
}

/** Markdown that ends outside of code, so that what follows it is not taken for code. */
export function withClosedCode(text: string): string {
  if (!FENCE.test(text)) return text
  const { fences, lines } = outlineOf(text)
  const open = fences.find(({ closed }) => !closed)
  const [marker] = FENCE.exec(lines[(open?.from ?? 0) - 1] ?? "") ?? []
  return marker === undefined ? text : `${text}\n${marker}`
}

const FENCE = /^\s*(?:`{3,}|~{3,})/m

function defused(text: string): string {
  return text.replace(/<(?=[/!?A-Za-z-])/g, "&lt;")
}
