import { readOutline } from "../../skill/body/read-outline.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"

/**
 * Text from others inside one of our lines, such as a title: it stays on the line, and cannot claim to be the current
 * task.
 */
export function toInlineText(text: string, most: number = LONGEST_INLINE): string {
  const line = defuseTags(defuseTaskMark(toVisibleLine(text)))
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line
}

const LONGEST_INLINE = 300

/** The name of an agent or person, as it can follow an `@`. */
export function toMentionName(name: string): string {
  return isAgentName(name)
    ? name
    : toVisibleLine(name)
        .replace(/[^\p{L}\p{N}_.-]+/gu, "_")
        .slice(0, 64)
}

/** Only we mark a task as the current one. */
export function defuseTaskMark(text: string): string {
  return text.replace(/<-{2,}/g, "<-")
}

/** Markdown that ends outside of code, so that the following text is not mistaken for code. */
export function closeOpenCode(text: string): string {
  if (!FENCE.test(text)) return text
  const { fences, lines } = readOutline(text)
  const open = fences.find(({ closed }) => !closed)
  const [marker] = FENCE.exec(lines[(open?.from ?? 0) - 1] ?? "") ?? []
  return marker === undefined ? text : `${text}\n${marker}`
}

const FENCE = /^[ \t]*(?:`{3,}|~{3,})/m

/** Tags that a host or Skillet gives a meaning to are defused. */
export function defuseTags(text: string): string {
  return text.replace(/<(?=[/!?A-Za-z-])/g, "&lt;")
}

/** The same in Markdown: in code, only tags that a host or Skillet knows, because other code needs its brackets. */
export function defuseMarkdownTags(text: string): string {
  const { fences, lines } = readOutline(text)
  const isCode = (line: number) => fences.some(({ from, to }) => line >= from && line <= to)
  return lines.map((line, at) => (isCode(at + 1) ? line.replace(HOST_TAG, "&lt;") : defuseTags(line))).join("\n")
}

const HOST_TAG =
  /<(?=\/?(?:system|user|assistant|human|skillet|command|local-command|task|function|invoke|antml|tool|environment)[\w:.-]*[\s/>])/gi

/** The longest name of an agent. */
const LONGEST_NAME = 80

/** Whether a text can be the name of an agent: it can be typed after an `@`, and in a command without quotes. */
export function isAgentName(text: string): boolean {
  return text.length <= LONGEST_NAME && /^[A-Za-z][\w.-]*$/.test(text)
}
