import { isRule, isTableRule } from "./block-starts.ts"
import { type Outline, readOutline } from "./read-outline.ts"

/** A block of a section, as written. Together the blocks have every line that is not empty. */
export type Block =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly isNumbered: boolean; readonly items: readonly BlockItem[] }
  | { readonly kind: "table"; readonly head: string; readonly rows: readonly string[] }
  | { readonly kind: "code"; readonly text: string; readonly info: string; readonly code: string }
  | { readonly kind: "quote"; readonly text: string }
  /** `<Bad>` or `</Bad>`, alone on its line. */
  | { readonly kind: "tag"; readonly text: string; readonly name: string; readonly isClosing: boolean }
  | { readonly kind: "rule"; readonly text: string }

export interface BlockItem {
  /** With its marker. */
  readonly text: string
  /** What is below its first paragraph, moved left to its content; empty if there is nothing. */
  readonly body: string
  /** How far its content is indented. */
  readonly width: number
}

/** Reads the blocks of a text without headings: the text of a section, or of a list item. */
export function readBlocks(text: string): readonly Block[] {
  const walk = startWalk(readOutline(text))
  const blocks: Block[] = []
  while (walk.next <= walk.lines.length) {
    const block = isBlank(walk, walk.next) ? undefined : takeBlock(walk)
    if (block === undefined) walk.next++
    else blocks.push(block)
  }
  return blocks
}

/**
 * A text with an empty line around every tag that is alone on its line, outside of code. Without it, Markdown takes
 * what follows the tag for raw HTML and the end of a code block in it for the beginning of another one.
 */
export function separateTags(text: string): string {
  if (!/^[ \t]*<\/?[A-Za-z][^<>\n]*>[ \t]*\r?$/m.test(text)) return text
  let fence: string | undefined
  return text
    .split(/\r\n|\n|\r/)
    .flatMap((line) => {
      const [, mark = "", rest = ""] = FENCE.exec(line) ?? []
      if (fence === undefined && mark !== "") fence = mark
      else if (fence !== undefined && mark.startsWith(fence) && rest.trim() === "") fence = undefined
      return fence === undefined && mark === "" && TAG.test(line.trim()) ? ["", line, ""] : [line]
    })
    .join("\n")
}

const FENCE = /^\s*(`{3,}|~{3,})(.*)$/

interface Walk {
  readonly lines: readonly string[]
  readonly fences: ReadonlyMap<number, Outline["fences"][number]>
  readonly tables: ReadonlyMap<number, number>
  readonly items: ReadonlySet<number>
  /** The line that is read next, from 1. */
  next: number
}

function startWalk({ lines, fences: known, tables, items }: Outline): Walk {
  const fences = [...known, ...findLooseFences(lines, known)]
  const inFence = new Set(fences.flatMap(({ from, to }) => range(from + 1, to)))
  const starts = lines.flatMap((line, at) => (!inFence.has(at + 1) && LOOSE_ITEM.test(line) ? [at + 1] : []))
  const outermost = items.filter(({ depth, line }) => depth === 1 && ITEM.test(lines[line - 1] ?? ""))
  return {
    lines,
    fences: new Map(fences.map((fence) => [fence.from, fence])),
    tables: new Map([...findLooseTables(lines, inFence), ...tables].map(({ from, to }) => [from, to])),
    items: new Set([...outermost.map(({ line }) => line), ...starts]),
    next: 1,
  }
}

/** Tables in raw HTML, or indented so far that Markdown sees none. */
function findLooseTables(lines: readonly string[], inFence: ReadonlySet<number>): Outline["tables"] {
  const isRow = (at: number) => /^\s*\|.*\|\s*$/.test(lines[at - 1] ?? "") && !inFence.has(at)
  return lines.flatMap((line, at) => {
    if (!isRow(at) || isRow(at - 1) || !isTableRule(line.trim())) return []
    let to = at + 1
    while (isRow(to + 1)) to++
    return [{ from: at, to }]
  })
}

/** Code that is indented so far that Markdown sees no fences. */
function findLooseFences(lines: readonly string[], known: Outline["fences"]): Outline["fences"] {
  const inKnown = new Set(known.flatMap(({ from, to }) => range(from, to)))
  const found: Outline["fences"][number][] = []
  let open: { readonly from: number; readonly mark: string; readonly info: string } | undefined
  for (const [at, line] of lines.entries()) {
    const [, mark = "", rest = ""] = inKnown.has(at + 1) ? [] : (FENCE.exec(line) ?? [])
    if (mark === "") continue
    if (open === undefined) open = { from: at + 1, mark, info: rest.trim() }
    else if (mark.startsWith(open.mark) && rest.trim() === "") {
      const code = lines.slice(open.from, at).join("\n")
      found.push({ from: open.from, to: at + 1, info: open.info, code, closed: true })
      open = undefined
    }
  }
  return found
}

const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])(\s+|$)/
/** Also in raw HTML and directly below a paragraph, where Markdown sees no list, but its author does. */
const LOOSE_ITEM = /^ ?(?:[-*+]|\d{1,2}[.)])\s+\S/
const TAG = /^<(\/?)([A-Za-z][\w-]*)(?:\s[^<>]*)?>$/

function takeBlock(walk: Walk): Block | undefined {
  const first = walk.next
  const line = readLine(walk, first)
  const fence = walk.items.has(first) ? undefined : walk.fences.get(first)
  if (fence !== undefined) {
    walk.next = fence.to + 1
    return { kind: "code", text: joinLines(walk, first, fence.to), info: fence.info, code: fence.code }
  }
  if (isRule(line.trim())) {
    walk.next++
    return { kind: "rule", text: line }
  }
  if (walk.items.has(first)) return takeList(walk)
  const table = walk.tables.get(first)
  if (table !== undefined) {
    walk.next = table + 1
    const [head = "", rule = "", ...rows] = walk.lines.slice(first - 1, table)
    return { kind: "table", head: `${head}\n${rule}`, rows }
  }
  const tag = TAG.exec(line.trim())
  if (tag !== null) {
    walk.next++
    return { kind: "tag", text: line.trim(), name: tag[2] ?? "", isClosing: tag[1] === "/" }
  }
  const isQuote = QUOTE.test(line)
  walk.next++
  while (
    !isBlank(walk, walk.next) &&
    !startsBlock(walk, walk.next) &&
    QUOTE.test(readLine(walk, walk.next)) === isQuote
  )
    walk.next++
  return { kind: isQuote ? "quote" : "text", text: joinLines(walk, first, walk.next - 1) }
}

const QUOTE = /^\s{0,3}>/

/** Items of one kind. An item of the other kind begins a list of its own. */
function takeList(walk: Walk): Block {
  const isNumbered = NUMBER.test(readLine(walk, walk.next))
  const items: BlockItem[] = []
  while (walk.items.has(walk.next) && NUMBER.test(readLine(walk, walk.next)) === isNumbered) {
    const first = walk.next
    const last = findItemEnd(walk, first)
    items.push(cutItem(walk.lines.slice(first - 1, last)))
    walk.next = last + 1
    while (isBlank(walk, walk.next) && walk.next <= walk.lines.length) walk.next++
  }
  return { kind: "list", isNumbered, items }
}

const NUMBER = /^\s*(\d{1,9})[.)]\s/

/** The last line that belongs to the item. Code at the margin belongs to it if the next number follows. */
function findItemEnd(walk: Walk, first: number): number {
  let last = first
  for (let at = first + 1; at <= walk.lines.length && !walk.items.has(at); at++) {
    const line = readLine(walk, at)
    if (line.trim() === "") continue
    const fence = walk.fences.get(at)
    const isIndented = /^(?: {2,}|\t)/.test(line)
    if (fence !== undefined) {
      if (!isIndented && !isContinued(walk, first, fence.to)) break
      at = fence.to
    } else if (!isIndented && (last !== at - 1 || startsBlock(walk, at) || /^\s?[*_]{2}\S/.test(line))) break
    last = at
  }
  return last
}

function isContinued(walk: Walk, first: number, fenceEnd: number): boolean {
  let at = fenceEnd + 1
  while (at <= walk.lines.length && isBlank(walk, at)) at++
  const [own, next] = [first, at].map((line) => Number(NUMBER.exec(readLine(walk, line))?.[1] ?? Number.NaN))
  return walk.items.has(at) && next === (own ?? 0) + 1
}

function cutItem([head = "", ...rest]: readonly string[]): BlockItem {
  const width = Math.min(ITEM.exec(head)?.[0].length ?? 2, 6)
  const moved = rest.map((line) => line.replace(/^\t/, "    ").replace(new RegExp(`^ {0,${width}}`), ""))
  const end = moved.findIndex((line) => line.trim() === "" || ITEM.test(line) || /^\s*(?:```|~~~|\||>)/.test(line))
  const own = end === -1 ? moved.length : end
  return {
    text: [head.trim(), ...moved.slice(0, own).map((line) => `${" ".repeat(width)}${line.trim()}`)].join("\n"),
    body: moved.slice(own).join("\n").replace(/^\n+/, "").trimEnd(),
    width,
  }
}

function startsBlock(walk: Walk, at: number): boolean {
  const line = readLine(walk, at)
  return (
    walk.items.has(at) || walk.fences.has(at) || walk.tables.has(at) || TAG.test(line.trim()) || isRule(line.trim())
  )
}

function isBlank(walk: Walk, at: number): boolean {
  return readLine(walk, at).trim() === ""
}

function readLine({ lines }: Walk, at: number): string {
  return lines[at - 1] ?? ""
}

function joinLines({ lines }: Walk, from: number, to: number): string {
  return lines
    .slice(from - 1, to)
    .join("\n")
    .trimEnd()
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}
