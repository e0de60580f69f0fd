import { wrapInFence, toVisibleLine, escapeHidden } from "../../text/escape-hidden.ts"

/** One line of outside text, escaped so that Markdown sees no structure in it except code in backticks. */
export function renderInline(text: string): string {
  const line = toVisibleLine(text)
  let shown = ""
  let at = 0
  for (const span of line.matchAll(CODE_SPAN)) {
    if ((span[2] ?? "").trim() === "") continue
    shown += escaped(line.slice(at, span.index)) + renderCode(span[2] ?? "")
    at = span.index + span[0].length
  }
  return guardedStart(shown + escaped(line.slice(at)))
}

const CODE_SPAN = /(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/g

/** Keeps paragraphs, lists and code of outside text. Headings, tables, quotes, links and HTML are shown literally. */
export function renderProse(text: string): string {
  const blocks: string[] = []
  let open: { readonly mark: string; readonly language: string; readonly lines: string[] } | undefined
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push(paragraph.join("\n"))
    paragraph = []
  }
  const endFence = () => {
    if (open !== undefined) blocks.push(renderFence(open.lines.join("\n"), open.language))
    open = undefined
  }
  for (const line of unixLines(text)) {
    if (open !== undefined) {
      if (line.trim().startsWith(open.mark) && /^[`~]+$/.test(line.trim())) endFence()
      else open.lines.push(line)
      continue
    }
    const fenceStart = /^\s*(`{3,}|~{3,})\s*([\w+-]*)\s*$/.exec(line)
    if (fenceStart !== null || line.trim() === "") endParagraph()
    if (fenceStart !== null) open = { mark: fenceStart[1] ?? "", language: fenceStart[2] ?? "", lines: [] }
    else if (line.trim() !== "") paragraph.push(proseLine(line))
  }
  endParagraph()
  endFence()
  return blocks.join("\n\n")
}

/** Outside text as inline code. */
export function renderCode(text: string): string {
  const line = toVisibleLine(text)
  if (line === "") return ""
  const runs = new Set((line.match(/`+/g) ?? []).map((run) => run.length))
  let length = 1
  while (runs.has(length)) length++
  const mark = "`".repeat(length)
  const room = /^`|`$/.test(line) ? " " : ""
  return `${mark}${room}${line}${room}${mark}`
}

/** A fenced block of a text that people read: visible, without empty lines around it. */
export function renderFence(text: string, language: string): string {
  const content = escapeHidden(unixLines(text).join("\n")).replace(/^(?:[ \t]*\n)+|\s+$/g, "")
  return wrapInFence(content, language)
}

/** A table with one row per line; cells are already Markdown. */
export function renderMarkdownTable(heads: readonly Head[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`
  return [
    line(heads.map(({ title }) => title)),
    line(heads.map(({ isNumber }) => (isNumber === true ? "--:" : "---"))),
    ...rows.map(line),
  ].join("\n")
}

export interface Head {
  readonly title: string
  readonly isNumber?: true
}

/** Outside text in a table cell. Markdown renderers disagree about `|` in code, so code with one becomes plain text. */
export function renderCell(text: string): string {
  if (!text.includes("|")) return renderInline(text)
  return escaped(toVisibleLine(text)).replaceAll("|", "\\|")
}

export function renderBullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n")
}

export function renderQuote(title: string, items: readonly string[]): string {
  return [`> **${title}**`, ">", ...items.map((item) => `> - ${item}`)].join("\n")
}

function proseLine(line: string): string {
  const item = /^\s*(?:[-*+]|(\d{1,3})[.)])\s+(\S.*)$/.exec(line)
  if (item === null) return renderInline(line)
  return `${item[1] === undefined ? "-" : `${item[1]}.`} ${renderInline(item[2] ?? "")}`
}

function unixLines(text: string): readonly string[] {
  return text.replace(/\r\n?/g, "\n").split("\n")
}

/**
 * Adds a backslash only where a character has a meaning, so that the text stays readable. Names after @ and references
 * become code, because sites notify people and link or close issues even after a backslash.
 */
function escaped(text: string): string {
  let shown = ""
  let at = 0
  for (const found of text.matchAll(REFERENCE)) {
    shown += escapeMarks(text.slice(at, found.index)) + renderCode(found[0])
    at = found.index + found[0].length
  }
  return shown + escapeMarks(text.slice(at))
}

/** Issues, requests and commits: `#5`, `owner/repo#5`, `group/project!5`, `GH-5`, `owner/repo@1a2b3c4`, their addresses. */
const REFERENCE = new RegExp(
  [
    String.raw`https?:\/\/[^\s<>()]+\/(?:issues|pull|pulls|commit|commits|discussions|merge_requests)\/[^\s<>()]*`,
    String.raw`(?<![\w/.-])(?:[\w.-]+\/)*[\w.-]*[#!]\d+\b`,
    String.raw`(?<![\w/.-])(?:[\w.-]+\/)+[\w.-]+@[0-9a-f]{7,40}\b`,
    String.raw`\bGH-\d+\b`,
    String.raw`(?<!\w)[0-9a-f]{40}(?!\w)`,
  ].join("|"),
  "gi",
)

function escapeMarks(text: string): string {
  return text.replace(
    /(?<!\w)@[a-z\d][\w-]*(?:\/[\w-]+)*|\\(?=[!-/:-@[-`{-~]|$)|[`*~]|<(?=[a-z/!?])|&(?=#?\w+;)|(?<=\])\(|(?<=\s)#|_/gi,
    (found, at: number) => {
      if (found.startsWith("@")) return `\`${found}\``
      return found === "_" && isWithinWord(text, at) ? found : `\\${found}`
    },
  )
}

function isWithinWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text[at - 1] ?? "") && /[\p{L}\p{N}]/u.test(text[at + 1] ?? "")
}

/** Line starts that would make a heading, list, quote, rule, table or definition. */
function guardedStart(line: string): string {
  return line.replace(/^[-+=>#|[:]/, "\\$&").replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")
}
