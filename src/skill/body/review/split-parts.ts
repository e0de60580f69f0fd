import { isRule } from "../block-starts.ts"
import { type Outline, readOutline } from "../read-outline.ts"
import { splitRow } from "./table-cells.ts"
import { readTitle } from "./severity.ts"

/** The parts of a review or method skill, in order. Lines are lines of the file, from 1. */
export type SkillPart =
  | {
      readonly kind: "heading"
      readonly line: number
      readonly level: number
      readonly text: string
      /** It was numbered; its text is without the number. */
      readonly isNumbered?: true
    }
  /** Bold and alone on its line; its text is without a number. */
  | { readonly kind: "label"; readonly line: number; readonly text: string; readonly isNumbered?: true }
  /** Italic, with a colon, and alone on its line. */
  | { readonly kind: "language"; readonly line: number; readonly text: string }
  /** One item of an outermost list, with what is below it. */
  | { readonly kind: "item"; readonly line: number; readonly isNumbered: boolean; readonly text: string }
  | { readonly kind: "table"; readonly line: number; readonly head: readonly string[]; readonly rows: readonly Row[] }
  | { readonly kind: "rule"; readonly line: number }
  /** A numbered line of a code block without a language: some authors write their steps like that. */
  | { readonly kind: "fenced"; readonly line: number; readonly text: string }
  /** A paragraph. */
  | { readonly kind: "text"; readonly line: number; readonly text: string }

export interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/** Divides a body into parts. Code and comments are the author's examples and asides, not parts. */
export function splitParts(body: string, bodyLine: number): readonly SkillPart[] {
  const outline = readOutline(body)
  const cut: Cut = { outline, offset: bodyLine - 1, parts: [], open: undefined, marks: indexMarks(outline) }
  for (let line = 1; line <= outline.lines.length; ) line = takeLine(cut, line)
  closeOpen(cut)
  return cut.parts
}

interface OpenText {
  readonly kind: "item" | "text"
  readonly line: number
  readonly isNumbered: boolean
  /** Joined at the end: a paragraph may have very many lines. */
  readonly pieces: string[]
  hasChildren: boolean
}

interface Cut {
  readonly outline: Outline
  readonly offset: number
  readonly parts: SkillPart[]
  readonly marks: Marks
  open: OpenText | undefined
}

interface Marks {
  readonly headings: ReadonlyMap<number, Outline["headings"][number]>
  readonly items: ReadonlyMap<number, Outline["items"][number]>
  /** First line → last line of each piece of code. */
  readonly fences: ReadonlyMap<number, number>
  readonly tables: ReadonlyMap<number, number>
}

function indexMarks({ headings, items, fences, tables }: Outline): Marks {
  return {
    headings: new Map(headings.map((heading) => [heading.line, heading])),
    items: new Map(items.map((item) => [item.line, item])),
    fences: new Map(fences.map(({ from, to }) => [from, to])),
    tables: new Map(tables.map(({ from, to }) => [from, to])),
  }
}

/** Reads what begins on a line; returns the line after it. */
function takeLine(cut: Cut, line: number): number {
  const { marks, outline } = cut
  const heading = marks.headings.get(line)
  if (heading !== undefined) {
    const numbered = /^[*_]*\d+[.)]\s/.test(heading.text) ? { isNumbered: true as const } : {}
    const text = plainTitle(heading.text)
    add(cut, { kind: "heading", line: line + cut.offset, level: heading.level, text, ...numbered })
    return heading.endLine + 1
  }
  const item = marks.items.get(line)
  if (item !== undefined) takeItem(cut, item)
  const fence = marks.fences.get(line)
  if (fence !== undefined) {
    if (item === undefined) takeFencedSteps(cut, line, fence)
    return fence + 1
  }
  if (item !== undefined) return line + 1
  const table = marks.tables.get(line)
  if (table !== undefined) {
    add(cut, readTable(cut, line, table))
    return table + 1
  }
  const raw = outline.lines[line - 1] ?? ""
  const text = raw.replace(/^(?:\s{0,3}>\s?)+/, "")
  if (text.trimStart().startsWith("<!--")) return afterComment(outline.lines, line)
  takeText(cut, text, line)
  return line + 1
}

/** Only if the block is text, and its numbers begin with 1 and leave none out. */
function takeFencedSteps(cut: Cut, from: number, to: number): void {
  const lines = cut.outline.lines.slice(from - 1, to)
  if (!/^\s*(?:`{3,}|~{3,})\s*(?:text|txt)?\s*$/.test(lines[0] ?? "")) return
  const steps = lines.flatMap((text, at) => {
    const [, number, said = ""] = /^(\d{1,2})[.)]\s+(.+)$/.exec(text) ?? []
    return number === undefined ? [] : [{ number: Number(number), text: said.trim(), line: from + at + cut.offset }]
  })
  if (steps.length < 2 || steps.some(({ number }, at) => number !== at + 1)) return
  for (const { line, text } of steps) add(cut, { kind: "fenced", line, text })
}

function takeItem(cut: Cut, item: Outline["items"][number]): void {
  const isCode = cut.marks.fences.has(item.line)
  const text = isCode ? "" : item.text.replace(/^\[[ xX]\]\s+/, "")
  if (item.depth > 1 && cut.open?.kind === "item") return addChild(cut.open, text)
  closeOpen(cut)
  const isNumbered = /^[\s>]*\d+[.)]\s/.test(cut.outline.lines[item.line - 1] ?? "")
  cut.open = openItem(item.line + cut.offset, isNumbered, text)
}

function openItem(line: number, isNumbered: boolean, text: string): OpenText {
  return { kind: "item", line, isNumbered, pieces: [text], hasChildren: false }
}

/** Nested items follow their parent on its line: `parent: child; child`. */
function addChild(parent: OpenText, child: string): void {
  if (child === "") return
  const last = parent.pieces.length - 1
  const before = parent.pieces[last] ?? ""
  if (!parent.hasChildren && /[:.]$/.test(before)) parent.pieces[last] = before.slice(0, -1).trimEnd()
  parent.pieces.push(last === 0 && before === "" ? child : `${parent.hasChildren ? ";" : ":"} ${child}`)
  parent.hasChildren = true
}

function takeText(cut: Cut, raw: string, line: number): void {
  const text = raw.trim()
  const indent = raw.length - raw.trimStart().length
  if (text === "") {
    if (cut.open?.kind === "text") closeOpen(cut)
    return
  }
  const isWithin = cut.open?.kind === "item" && indent >= 2
  const alone = isWithin ? undefined : aloneOnLine(text, line + cut.offset)
  if (alone !== undefined) return add(cut, alone)
  const rated = isWithin ? undefined : ratedLabel(text, line + cut.offset)
  if (rated !== undefined) {
    add(cut, rated.label)
    cut.open = openItem(line + cut.offset, false, rated.text)
    return
  }
  // In raw HTML (`<details>` without an empty line after it), Markdown sees no list, but its author does.
  const listed = indent < 4 ? /^(?:[-*+]|(\d+)[.)])\s+(.*)$/.exec(text) : null
  if (listed !== null && !isWithin) {
    closeOpen(cut)
    cut.open = openItem(line + cut.offset, listed[1] !== undefined, listed[2] ?? "")
    return
  }
  if (!isWithin && TAG.test(text)) return closeOpen(cut)
  const follows = line > 1 && (cut.outline.lines[line - 2] ?? "").trim() !== ""
  if (cut.open !== undefined && (isWithin || follows)) {
    cut.open.pieces.push(` ${text}`)
    return
  }
  closeOpen(cut)
  if (indent < 4)
    cut.open = { kind: "text", line: line + cut.offset, isNumbered: false, pieces: [text], hasChildren: false }
}

/** One tag, alone on its line. */
const TAG = /^<\/?[a-z][^>]*>$/i

function aloneOnLine(text: string, line: number): SkillPart | undefined {
  if (isRule(text)) return { kind: "rule", line }
  const bold = /^(?:\*\*|__)(?!\s)((?:(?!\*\*|__).)+)(?:\*\*|__)\s*(:?)$/.exec(text)
  if (bold !== null) {
    const numbered = /^\d+[.)]\s/.test(bold[1] ?? "") ? { isNumbered: true as const } : {}
    return { kind: "label", line, text: plainTitle(`${bold[1] ?? ""}${bold[2] ?? ""}`), ...numbered }
  }
  const italic = /^([*_])(?![*_\s])([^*]+?)(:?)\1(:?)$/.exec(text)
  if (italic === null || (italic[3] === "" && italic[4] === "")) return undefined
  return { kind: "language", line, text: (italic[2] ?? "").trim() }
}

/** `**Name (Major):** text` is a label, and what follows it is its first item. */
function ratedLabel(text: string, line: number): { readonly label: SkillPart; readonly text: string } | undefined {
  const [, name = "", rest = ""] = /^(?:\*\*|__)(?!\s)((?:(?!\*\*|__).)+)(?:\*\*|__)\s*:?\s+(\S.*)$/.exec(text) ?? []
  if (rest === "" || readTitle(plainTitle(name)).rating.kind !== "rated") return undefined
  return { label: { kind: "label", line, text: plainTitle(name) }, text: rest }
}

function readTable(cut: Cut, from: number, to: number): SkillPart {
  const lines = cut.outline.lines.slice(from - 1, to).map((line) => splitRow(line.replace(/^(?:\s{0,3}>\s?)+/, "")))
  const rows = lines.slice(2).map((cells, at) => ({ line: from + 2 + at + cut.offset, cells }))
  return { kind: "table", line: from + cut.offset, head: lines[0] ?? [], rows }
}

/** A title without decoration: emphasis, a number before it, a colon after it. */
function plainTitle(text: string): string {
  const plain = text
    .replace(/\*\*|__/g, "")
    .trim()
    .replace(/^\d+(?:\.\d+)*[.)]\s+/, "")
  return plain.endsWith(":") ? plain.slice(0, -1).trimEnd() : plain
}

function afterComment(lines: readonly string[], from: number): number {
  for (let line = from; line <= lines.length; line++) if (lines[line - 1]?.includes("-->") === true) return line + 1
  return lines.length + 1
}

function withoutComments(text: string): string {
  if (!text.includes("<!--")) return text
  const [first = "", ...rest] = text.split("<!--")
  const kept = rest.map((piece) => (piece.includes("-->") ? piece.slice(piece.indexOf("-->") + 3) : `<!--${piece}`))
  return [first, ...kept].join("").replace(/ {2,}/g, " ")
}

function add(cut: Cut, part: SkillPart): void {
  closeOpen(cut)
  cut.parts.push(part)
}

function closeOpen(cut: Cut): void {
  const { open } = cut
  cut.open = undefined
  if (open === undefined) return
  const { kind, line, isNumbered } = open
  const text = withoutComments(open.pieces.join("")).trim()
  if (text === "") return
  cut.parts.push(kind === "item" ? { kind, line, isNumbered, text } : { kind, line, text })
}
