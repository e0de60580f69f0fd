import {
  readAtxHeading,
  isClosingFence,
  type FenceStart,
  readFenceStart,
  findHtmlEnd,
  isRule,
  isTableRule,
  readItemStart,
  readSetextLevel,
} from "./block-starts.ts"

/** Lines count from 1; a range has its first and its last line. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

export interface Heading {
  /** From 1 to 6. */
  readonly level: number
  readonly text: string
  readonly line: number
  /** The line of its underline, or its own. */
  readonly endLine: number
}

/** A fenced code block; the range includes its fences. A block that is never closed runs to the end. */
export interface CodeFence extends LineRange {
  /** What follows the opening fence. */
  readonly info: string
  readonly code: string
  readonly closed: boolean
}

export interface ListItem {
  readonly line: number
  /** 1 for an item of the outermost list. */
  readonly depth: number
  /** The text on the item's first line. */
  readonly text: string
}

export interface BodyBlocks {
  readonly headings: readonly Heading[]
  readonly fences: readonly CodeFence[]
  readonly items: readonly ListItem[]
  readonly tables: readonly LineRange[]
}

/** Reads the lines once and keeps track of the quotes and list items around each line, as CommonMark does. */
export function scanBlocks(lines: readonly string[]): BodyBlocks {
  const open = { containers: [], paragraph: 0, last: "", table: 0, fence: undefined, htmlEnd: undefined }
  const scan: Scan = { lines, headings: [], fences: [], items: [], tables: [], ...open }
  let number = 0
  for (const line of lines) takeLine(scan, line, ++number)
  closeLeaf(scan, number)
  return scan
}

/** A quote, or a list item with the indentation of its content. */
type Container = { readonly kind: "quote" } | { readonly kind: "item"; readonly indent: number; isEmpty: boolean }

interface OpenFence {
  readonly start: FenceStart
  readonly line: number
  readonly indent: number
  readonly code: string[]
}

interface Scan {
  readonly lines: readonly string[]
  readonly headings: Heading[]
  readonly fences: CodeFence[]
  readonly items: ListItem[]
  readonly tables: LineRange[]
  containers: Container[]
  /** The first line of the open paragraph, or 0. */
  paragraph: number
  /** The text on the last line of the open paragraph. */
  last: string
  /** The first line of the table the open paragraph has become, or 0. */
  table: number
  fence: OpenFence | undefined
  htmlEnd: RegExp | undefined
}

/** Deeper nesting is treated as text, so that the time stays linear. */
const MOST_CONTAINERS = 50

function takeLine(scan: Scan, line: string, number: number): void {
  if (scan.containers.length === 0) {
    if (scan.fence !== undefined) return takeCode(scan, line, number)
    if (scan.htmlEnd !== undefined) return takeHtml(scan, line)
  }
  const inside = enterContainers(scan.containers, expandTabs(line))
  if (inside.count === scan.containers.length) {
    if (scan.fence !== undefined) return takeCode(scan, inside.rest, number)
    if (scan.htmlEnd !== undefined) return takeHtml(scan, inside.rest)
  } else {
    if (scan.paragraph > 0 && isLazy(inside.rest)) return takeText(scan, inside.rest.trim(), number)
    closeLeaf(scan, number - 1)
    scan.containers.length = inside.count
  }
  takeLeaf(scan, openContainers(scan, inside.rest, number), number)
}

/** Removes the markers of the open containers from a line; `count` of them continue. */
function enterContainers(containers: readonly Container[], line: string): { count: number; rest: string } {
  let rest = line
  let count = 0
  for (const container of containers) {
    const indent = countIndent(rest)
    if (container.kind === "quote") {
      if (indent > 3 || rest[indent] !== ">") break
      rest = afterQuoteMark(rest, indent)
    } else if (indent === rest.length) {
      if (container.isEmpty) break
      rest = rest.slice(container.indent)
    } else {
      if (indent < container.indent) break
      rest = rest.slice(container.indent)
    }
    count++
  }
  return { count, rest }
}

/** Opens the quotes and list items that begin on the line. */
function openContainers(scan: Scan, line: string, number: number): string {
  let rest = line
  while (scan.containers.length < MOST_CONTAINERS) {
    const indent = countIndent(rest)
    if (indent > 3 || indent === rest.length) break
    if (rest[indent] === ">") {
      closeLeaf(scan, number - 1)
      markFilled(scan.containers)
      scan.containers.push({ kind: "quote" })
      rest = afterQuoteMark(rest, indent)
      continue
    }
    const item = readItemStart(rest.slice(indent))
    if (item === undefined || (scan.paragraph > 0 && !item.interrupts)) break
    closeLeaf(scan, number - 1)
    markFilled(scan.containers)
    scan.containers.push({ kind: "item", indent: indent + item.width, isEmpty: true })
    const depth = scan.containers.filter(({ kind }) => kind === "item").length
    scan.items.push({ line: number, depth, text: item.content.trim() })
    rest = item.content
  }
  return rest
}

function takeLeaf(scan: Scan, rest: string, number: number): void {
  const indent = countIndent(rest)
  if (indent === rest.length) return closeLeaf(scan, number - 1)
  if (scan.containers.length > 0) markFilled(scan.containers)
  const inParagraph = scan.paragraph > 0
  if (indent > 3) return inParagraph ? takeText(scan, rest.trim(), number) : undefined
  const text = rest.slice(indent)
  if (isProse(text)) return takeText(scan, text, number)
  if (inParagraph && takeSetext(scan, text, number)) return
  const heading = readAtxHeading(text)
  const fence = readFenceStart(text)
  const html = findHtmlEnd(text, inParagraph)
  if (heading === undefined && fence === undefined && html === undefined && !isRule(text))
    return takeText(scan, text, number)
  closeLeaf(scan, number - 1)
  if (heading !== undefined && scan.containers.length === 0)
    scan.headings.push({ level: heading.level, text: heading.text, line: number, endLine: number })
  if (fence !== undefined) scan.fence = { start: fence, line: number, indent, code: [] }
  if (html !== undefined && !html.test(text)) scan.htmlEnd = html
}

function takeText(scan: Scan, text: string, number: number): void {
  if (scan.paragraph === 0) scan.paragraph = number
  else if (scan.table === 0 && isTableRule(text) && scan.last.includes("|")) scan.table = number - 1
  scan.last = text
}

function takeSetext(scan: Scan, text: string, number: number): boolean {
  const level = readSetextLevel(text)
  if (level === undefined) return false
  if (scan.containers.length === 0) {
    const title = scan.lines.slice(scan.paragraph - 1, number - 1).map((line) => line.trim())
    scan.headings.push({ level, text: title.join(" "), line: scan.paragraph, endLine: number })
  }
  scan.paragraph = 0
  return true
}

function takeCode(scan: Scan, rest: string, number: number): void {
  if (scan.fence === undefined) return
  const indent = countIndent(rest)
  const isIndented = indent > 3 || rest.lastIndexOf("\t", indent) !== -1
  if (!isIndented && isClosingFence(rest.slice(indent), scan.fence.start)) return closeFence(scan, number, true)
  scan.fence.code.push(rest.slice(Math.min(indent, scan.fence.indent)))
}

function takeHtml(scan: Scan, rest: string): void {
  if (scan.htmlEnd?.test(rest) === true) scan.htmlEnd = undefined
}

/** Closes the open paragraph, fence or raw HTML at line `last`. */
function closeLeaf(scan: Scan, last: number): void {
  if (scan.table > 0) scan.tables.push({ from: scan.table, to: last })
  scan.table = 0
  scan.paragraph = 0
  scan.htmlEnd = undefined
  closeFence(scan, last, false)
}

function closeFence(scan: Scan, last: number, closed: boolean): void {
  if (scan.fence === undefined) return
  const { start, line, code } = scan.fence
  scan.fences.push({ from: line, to: last, info: start.info, code: code.join("\n"), closed })
  scan.fence = undefined
}

/** An item that began with an empty line ends at the next one, unless it has content. */
function markFilled(containers: readonly Container[]): void {
  const last = containers[containers.length - 1]
  if (last?.kind === "item") last.isEmpty = false
}

/** Whether a line continues a paragraph although it lacks the markers of the paragraph's containers. */
function isLazy(rest: string): boolean {
  const indent = countIndent(rest)
  if (indent === rest.length) return false
  if (indent > 3) return true
  const text = rest.slice(indent)
  if (isProse(text)) return true
  if (text.startsWith(">") || readItemStart(text) !== undefined || isRule(text)) return false
  return (
    readAtxHeading(text) === undefined && readFenceStart(text) === undefined && findHtmlEnd(text, true) === undefined
  )
}

/** The usual case: such a character can only begin a paragraph. */
function isProse(text: string): boolean {
  return !BEGINS.has(text.charAt(0))
}

const BEGINS: ReadonlySet<string> = new Set("#`~<>-_*+=0123456789")

function afterQuoteMark(rest: string, indent: number): string {
  return rest.slice(indent + (rest[indent + 1] === " " ? 2 : 1))
}

function countIndent(text: string): number {
  let at = 0
  while (at < text.length && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09)) at++
  return at
}

/** Tabs before a line's text become spaces up to the next multiple of four; tabs within the text stay. */
function expandTabs(line: string): string {
  if (!line.includes("\t")) return line
  const prefix = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*/.exec(line)?.[0] ?? ""
  if (!prefix.includes("\t")) return line
  let spaced = ""
  for (const mark of prefix) spaced += mark === "\t" ? " ".repeat(4 - (spaced.length % 4)) : mark
  return spaced + line.slice(prefix.length)
}
