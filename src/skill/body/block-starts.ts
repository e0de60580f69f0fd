/** What begins on a line, after its indentation and containers are removed. */

/** The marks of a heading written with `#`. */
export function readAtxHeading(rest: string): { readonly level: number; readonly text: string } | undefined {
  let level = 0
  while (rest.charCodeAt(level) === HASH) level++
  if (level === 0 || level > 6 || !isBlankAt(rest, level)) return undefined
  return { level, text: withoutClosingMarks(rest.slice(level).trim()) }
}

export function readSetextLevel(rest: string): 1 | 2 | undefined {
  const first = rest.charCodeAt(0)
  if (first !== EQUALS && first !== DASH) return undefined
  const marks = rest.trimEnd()
  for (let at = 1; at < marks.length; at++) if (marks.charCodeAt(at) !== first) return undefined
  return first === EQUALS ? 1 : 2
}

export interface FenceStart {
  readonly mark: "`" | "~"
  readonly length: number
  readonly info: string
}

export function readFenceStart(rest: string): FenceStart | undefined {
  const first = rest.charCodeAt(0)
  if (first !== BACKTICK && first !== TILDE) return undefined
  const length = runLength(rest)
  if (length < 3) return undefined
  const info = rest.slice(length).trim()
  if (first === BACKTICK && info.includes("`")) return undefined
  return { mark: first === BACKTICK ? "`" : "~", length, info }
}

export function isClosingFence(rest: string, fence: FenceStart): boolean {
  return rest.startsWith(fence.mark) && runLength(rest) >= fence.length && rest.slice(runLength(rest)).trim() === ""
}

export interface ItemStart {
  /** How far the item's content is indented, seen from the marker. */
  readonly width: number
  readonly content: string
  /** Whether it may follow a paragraph without an empty line in between. */
  readonly interrupts: boolean
}

const MARKER = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/

export function readItemStart(rest: string): ItemStart | undefined {
  const marker = MARKER.exec(rest)
  if (marker === null || isRule(rest)) return undefined
  const after = rest.slice(marker[0].length)
  const content = after.trimStart()
  const blanks = after.length - content.length
  const isCode = blanks > 4
  const width = marker[0].length + (content === "" || isCode ? 1 : blanks)
  const startsAtOne = marker[1] === undefined || Number(marker[1]) === 1
  return { width, content: isCode ? after.slice(1) : content, interrupts: content !== "" && startsAtOne }
}

/** A line that only draws a rule: three or more of one of `*`, `-` and `_`. */
export function isRule(rest: string): boolean {
  const first = rest[0]
  if (first !== "*" && first !== "-" && first !== "_") return false
  let marks = 0
  for (const mark of rest) {
    if (mark === first) marks++
    else if (mark !== " " && mark !== "\t") return false
  }
  return marks >= 3
}

const BLOCK_TAGS =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|" +
  "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|" +
  "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|" +
  "track|ul"

/** How raw HTML begins, and what its last line contains. What may not interrupt a paragraph comes last. */
const HTML_BLOCKS: readonly { readonly begins: RegExp; readonly ends: RegExp }[] = [
  { begins: /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, ends: /<\/(?:script|pre|style|textarea)>/i },
  { begins: /^<!--/, ends: /-->/ },
  { begins: /^<\?/, ends: /\?>/ },
  { begins: /^<![a-z]/i, ends: />/ },
  { begins: /^<!\[CDATA\[/, ends: /\]\]>/ },
  { begins: new RegExp(`^</?(?:${BLOCK_TAGS})(?:\\s|/?>|$)`, "i"), ends: /^\s*$/ },
  { begins: /^<(?:[a-z][a-z0-9-]*(?:\s[^<>]*)?|\/[a-z][a-z0-9-]*\s*)>\s*$/i, ends: /^\s*$/ },
]

/** The end marker of the raw HTML that begins here. */
export function findHtmlEnd(rest: string, inParagraph: boolean): RegExp | undefined {
  if (rest.charCodeAt(0) !== LESS) return undefined
  const at = HTML_BLOCKS.findIndex(({ begins }) => begins.test(rest))
  return inParagraph && at === HTML_BLOCKS.length - 1 ? undefined : HTML_BLOCKS[at]?.ends
}

/** The second line of a table: at least one column of dashes, and a bar. */
export function isTableRule(line: string): boolean {
  const first = line.charCodeAt(0)
  if (first !== BAR && first !== DASH && first !== COLON) return false
  return line.includes("|") && line.includes("-") && /^[\s|:-]+$/.test(line)
}

const HASH = 0x23
const DASH = 0x2d
const COLON = 0x3a
const LESS = 0x3c
const EQUALS = 0x3d
const BACKTICK = 0x60
const BAR = 0x7c
const TILDE = 0x7e

function isBlankAt(text: string, at: number): boolean {
  return at >= text.length || text[at] === " " || text[at] === "\t"
}

function withoutClosingMarks(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === HASH) end--
  if (end === text.length || (end > 0 && !isBlankAt(text, end - 1))) return text
  return text.slice(0, end).trimEnd()
}

function runLength(text: string): number {
  let length = 1
  while (length < text.length && text.charCodeAt(length) === text.charCodeAt(0)) length++
  return length
}
