import { type CodeFence, type Heading, type LineRange, type ListItem, scanBlocks } from "./scan-blocks.ts"

/** The structure of a Markdown text. Lines count from 1; a range has its first and its last line. */
export interface Outline {
  readonly lines: readonly string[]
  /** In text order. Blocks inside list items, quotes and code belong to those, not to the outline. */
  readonly headings: readonly Heading[]
  /** In text order; every line belongs to exactly one. */
  readonly sections: readonly Section[]
  readonly fences: readonly CodeFence[]
  readonly items: readonly ListItem[]
  readonly tables: readonly LineRange[]
}

export interface Section extends LineRange {
  /** Absent for the text before the first heading. */
  readonly heading?: Heading
  /** The last line of the last section below it. */
  readonly through: number
  /** The text between its heading and the next one. */
  readonly text: string
}

/** Reads the structure of any text in linear time. */
export function readOutline(text: string): Outline {
  const lines = text.includes("\r") ? text.split(/\r\n|\n|\r/) : text.split("\n")
  if (lines.length > 1 && lines.at(-1) === "") lines.pop()
  const blocks = scanBlocks(lines)
  return {
    lines,
    headings: blocks.headings,
    sections: cutSections(lines, blocks.headings),
    fences: blocks.fences,
    items: blocks.items,
    tables: blocks.tables,
  }
}

function cutSections(lines: readonly string[], headings: readonly Heading[]): readonly Section[] {
  const sections: Section[] = []
  const first = headings[0]?.line ?? lines.length + 1
  if (first > 1) sections.push({ from: 1, to: first - 1, through: first - 1, text: joinLines(lines, 1, first - 1) })
  const through = lastLines(headings, lines.length)
  for (const [at, heading] of headings.entries()) {
    const to = (headings[at + 1]?.line ?? lines.length + 1) - 1
    const text = joinLines(lines, heading.endLine + 1, to)
    sections.push({ heading, from: heading.line, to, through: through[at] ?? to, text })
  }
  return sections
}

/** For each heading, the last line before the next heading of the same or a higher level. */
function lastLines(headings: readonly Heading[], last: number): readonly number[] {
  const through = headings.map(() => last)
  const open: number[] = []
  for (const [at, { level, line }] of headings.entries()) {
    for (let top = open.at(-1); top !== undefined && (headings[top]?.level ?? 0) >= level; top = open.at(-1)) {
      through[top] = line - 1
      open.pop()
    }
    open.push(at)
  }
  return through
}

function joinLines(lines: readonly string[], from: number, to: number): string {
  return lines.slice(from - 1, to).join("\n")
}
