import { readOutline, type Outline } from "../skill/body/read-outline.ts"
import type { LineRange } from "../skill/body/scan-blocks.ts"
import { hasSameNumber, measureSharedWords, readNumberedTitle } from "./numbered-title.ts"

/**
 * The section of a plan about a task: its own, or that of the nearest task above it that has one. `titles` are those of
 * the task and of the tasks above it, the nearest first. Sections are found by number ("Task 9") and by words, from the
 * top task down: the first step of Task 9 is looked for in the section of Task 9. Undefined if there is none.
 */
export function findPlanSection(plan: string, titles: readonly string[]): string | undefined {
  const outline = readOutline(plan)
  const whole = { from: 1, to: outline.lines.length }
  let found: Found | undefined
  for (const title of titles.toReversed()) {
    const inside = found?.isNumbered === true ? found.range : whole
    found = findSection(outline, title, found?.range ?? whole) ?? findSection(outline, title, inside) ?? found
  }
  const range = found?.range ?? findItem(outline, titles[0] ?? "")
  if (range === undefined) return undefined
  return outline.lines
    .slice(range.from - 1, range.to)
    .join("\n")
    .trim()
}

interface Found {
  readonly range: LineRange
  /** It was found by its number. */
  readonly isNumbered: boolean
}

/** Half of the words of a title, or its number, must be in a heading. */
const ENOUGH = 0.5
/** A heading with the right number but other words may be another task by now: one with all the words is better. */
const ONLY_NUMBER = 0.7

function findSection(outline: Outline, title: string, inside: LineRange): Found | undefined {
  const wanted = readNumberedTitle(title)
  let best: (Found & { readonly score: number }) | undefined
  const offer = (text: string, range: LineRange) => {
    const offered = readNumberedTitle(text)
    const shared = measureSharedWords(wanted.words, offered.words)
    const isNumbered = hasSameNumber(wanted, offered)
    const isOther = wanted.number !== undefined && offered.number !== undefined && !isNumbered
    if (isOther && shared < 1) return
    const isBare = wanted.words.size === 0 || offered.words.size === 0
    const numbered = isBare || shared >= ENOUGH ? 1 + shared : ONLY_NUMBER
    const score = isNumbered ? numbered : shared
    if (score >= ENOUGH && score > (best?.score ?? 0)) best = { range, isNumbered, score }
  }
  for (const { heading, from, through } of outline.sections)
    if (heading !== undefined && from >= inside.from && through <= inside.to) offer(heading.text, { from, to: through })
  return best
}

/** A plan without headings: the entry of a list with exactly this text, and what is below it. */
function findItem({ items, lines }: Outline, title: string): LineRange | undefined {
  const at = items.findIndex(({ text }) => toPlainText(text) === toPlainText(title))
  const item = items[at]
  if (item === undefined) return undefined
  const next = items.slice(at + 1).find(({ depth }) => depth <= item.depth)
  const blank = lines.findIndex((line, index) => index >= item.line && line.trim() === "")
  return { from: item.line, to: Math.min((next?.line ?? lines.length + 1) - 1, blank === -1 ? lines.length : blank) }
}

/** As the title of a task: without its box and marks. */
function toPlainText(text: string): string {
  const plain = text.replace(/^\[.?\]\s*/, "").replaceAll("**", "")
  return plain.replace(/\s+/g, " ").trim().toLowerCase()
}

/**
 * Markdown whose headings, except those that may stay, are deeper than those of a packet, so that it cannot begin one of
 * its parts. A line that looks like one counts too, unless it is in code: readers do not skip HTML.
 */
export function lowerHeadings(text: string, mayStay: (title: string) => boolean = () => false): string {
  const { headings, lines, fences } = readOutline(text)
  const high = headings.filter(({ level, text: title }) => level <= OURS && !mayStay(title))
  const titles = new Map(high.map(({ line, text: title }) => [line, `${"#".repeat(OURS + 1)} ${title}`]))
  const underlines = new Set(high.flatMap(({ line, endLine }) => (endLine > line ? [endLine] : [])))
  const isCode = (line: number) => fences.some(({ from, to }) => line >= from && line <= to)
  const lowerLine = (line: string, at: number) => {
    const [, title] = HIGH.exec(line) ?? []
    return title === undefined || mayStay(title) || isCode(at) ? line : `${"#".repeat(OURS + 1)} ${title}`
  }
  return lines
    .flatMap((line, at) => (underlines.has(at + 1) ? [] : [titles.get(at + 1) ?? lowerLine(line, at + 1)]))
    .join("\n")
}

const OURS = 2
const HIGH = /^ {0,3}#{1,2}[ \t]+(.*)$/
